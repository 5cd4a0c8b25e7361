import { pageOrigin } from '#shared/domain/pages/public-url.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { hashPassword } from '#shared/runtime/password-hash.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoPageDomainStore } from '#shared/store/dynamo-page-domain-store.ts';
import { createDynamoPageStore } from '#shared/store/dynamo-page-store.ts';
import { createDynamoPixelStore } from '#shared/store/dynamo-pixel-store.ts';
import { createTable } from '#shared/store/table.ts';
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
