import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoPostStore } from '#shared/store/dynamo-post-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createListPostsHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

export const handler = httpFunction(
  operation,
  createListPostsHandler({ posts: createDynamoPostStore(core) }),
  {
    clock: systemClock,
    log: createLog(operation.name),
    keys: createDynamoApiKeyStore(core),
  },
);
