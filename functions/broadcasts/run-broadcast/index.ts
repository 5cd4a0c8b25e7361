import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { scheduledJobSchema, logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const log = createLog('run-broadcast');

const run = createHandler({
  broadcasts: createDynamoBroadcastStore(core),
  endpoints: createDynamoEndpointDirectory(core),
  clock: systemClock,
  newNonce: randomUUID,
  wait,
  log,
});

export const handler = queueConsumer(scheduledJobSchema, log, run, logFieldsDue);
