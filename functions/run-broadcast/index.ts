import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { dueJobSchema, fieldsOfDue } from '#shared/domain/due/due-job.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoBroadcastStore } from '#shared/store/dynamo-broadcast-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createRunBroadcastHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const log = createLog('run-broadcast');

const run = createRunBroadcastHandler({
  broadcasts: createDynamoBroadcastStore(core),
  endpoints: createDynamoEndpointStore(core),
  clock: systemClock,
  newNonce: randomUUID,
  wait,
  log,
});

export const handler = queueConsumer(dueJobSchema, log, run, fieldsOfDue);
