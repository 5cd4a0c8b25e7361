import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoPostBin } from '#shared/store/dynamo-post-bin.ts';
import { createDynamoPostStore } from '#shared/store/dynamo-post-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createDeletePostHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const log = createLog(operation.name);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const deletePost = createDeletePostHandler({
  posts: createDynamoPostStore(core),
  bin: createDynamoPostBin(core, log),
  endpoints: createDynamoEndpointStore(core),
});

export const handler = httpFunction(operation, deletePost, {
  clock: systemClock,
  log,
  keys: createDynamoApiKeyStore(core),
});
