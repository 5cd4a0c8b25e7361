import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { createDynamoPixelStore } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { hashPassword } from '#shared/platform/runtime/password-hash.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createUpdatePageHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const updatePage = createUpdatePageHandler({
  pages: createDynamoPageStore(core),
  domains: createDynamoPageDomainStore(core),
  pixels: createDynamoPixelStore(core),
  hashPassword: async (password) => ({ scrypt: await hashPassword(password) }),
  origin: pageOrigin(env.PAGE_HOST),
});

export const handler = httpFunction(operation, updatePage, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
});
