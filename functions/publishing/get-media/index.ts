import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createS3FileStore } from '#shared/publishing/adapters/s3-file-store.ts';
import { createDynamoMediaStore } from '#shared/publishing/store/dynamo-media-store.ts';
import { envSchema } from './env.ts';
import { createGetMediaHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const getMedia = createGetMediaHandler({
  media: createDynamoMediaStore(core),
  files: createS3FileStore(env),
});

export const handler = httpFunction(operation, getMedia, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
});
