import { setTimeout as pause } from 'node:timers/promises';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoErasureScans } from '#shared/webhooks/store/dynamo-erasure-scans.ts';
import { createDynamoErasureStore } from '#shared/webhooks/store/dynamo-erasure-store.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);
const deliveries = createTable(dynamo, env.DELIVERY_TABLE);

export const handler = createHandler({
  erasures: createDynamoErasureStore(core, deliveries),
  scans: createDynamoErasureScans(core, deliveries),
  clock: systemClock,
  pause,
  log: createLog('redact-payloads'),
});
