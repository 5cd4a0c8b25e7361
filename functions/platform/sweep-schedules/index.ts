import { SQSClient } from '@aws-sdk/client-sqs';
import { createJobFiring } from '#shared/platform/queues/job-firing.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createDynamoScheduleStore } from '#shared/platform/store/dynamo-schedule-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const urls = {
  post: env.PUBLISH_QUEUE_URL,
  broadcast: env.BROADCAST_QUEUE_URL,
  workspace: env.RECOMPUTE_QUEUE_URL,
  account: env.RECOMPUTE_QUEUE_URL,
};

export const handler = createHandler({
  store: createDynamoScheduleStore(createTable(createDynamoClient(), env.CORE_TABLE)),
  timers: createJobFiring(new SQSClient(SDK_LIMITS), urls),
  clock: systemClock,
  log: createLog('sweep-schedules'),
});
