import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoAnswerStore } from '#shared/store/dynamo-answer-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoBroadcastStore } from '#shared/store/dynamo-broadcast-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoEventStore } from '#shared/store/dynamo-event-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createIngestEventHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const ingestEvent = createIngestEventHandler({
  events: createDynamoEventStore(core),
  endpoints: createDynamoEndpointStore(core),
  broadcasts: createDynamoBroadcastStore(core),
});

export const handler = httpFunction(operation, ingestEvent, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  memory: { answers: createDynamoAnswerStore(core) },
});
