import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createS3FileStore } from '#shared/runtime/s3-file-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoMediaStore } from '#shared/store/dynamo-media-store.ts';
import { createDynamoPostStore } from '#shared/store/dynamo-post-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createDeleteMediaHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const log = createLog(operation.name);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const deleteMedia = createDeleteMediaHandler({
  media: createDynamoMediaStore(core),
  files: createS3FileStore(env),
  posts: createDynamoPostStore(core),
  clock: systemClock,
  log,
});

export const handler = httpFunction(operation, deleteMedia, {
  clock: systemClock,
  log,
  keys: createDynamoApiKeyStore(core),
});
