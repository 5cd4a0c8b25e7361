import { SQSClient } from '@aws-sdk/client-sqs';
import { createDueFiring } from '#shared/messaging/due-firing.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoDueStore } from '#shared/store/dynamo-due-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createSweepDueHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const urls = {
  post: env.PUBLISH_QUEUE_URL,
  broadcast: env.BROADCAST_QUEUE_URL,
  workspace: env.RECOMPUTE_QUEUE_URL,
  account: env.RECOMPUTE_QUEUE_URL,
};

export const handler = createSweepDueHandler({
  store: createDynamoDueStore(createTable(createDynamoClient(), env.CORE_TABLE)),
  timers: createDueFiring(new SQSClient(SDK_LIMITS), urls),
  clock: systemClock,
  log: createLog('sweep-due'),
});
