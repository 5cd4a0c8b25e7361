import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createS3FileStore } from '#shared/publishing/adapters/s3-file-store.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/publishing/adapters/sniff-type.ts';
import { createDynamoMediaStore } from '#shared/publishing/store/dynamo-media-store.ts';
import { envSchema } from './env.ts';
import { createCompleteMediaHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const completeMedia = createCompleteMediaHandler({
  media: createDynamoMediaStore(core),
  files: createS3FileStore(env),
  sniff: { length: SNIFF_LENGTH, typeOf: sniffType },
});

export const handler = httpFunction(operation, completeMedia, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  idempotency: { store: createDynamoIdempotencyStore(core) },
});
