import { createDnsTxtResolver } from '#shared/biolinks/adapters/dns-txt-resolver.ts';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createVerifyDomainHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const verifyDomain = createVerifyDomainHandler({
  domains: createDynamoPageDomainStore(core),
  dns: createDnsTxtResolver(),
});

export const handler = httpFunction(operation, verifyDomain, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  idempotency: { store: createDynamoIdempotencyStore(core) },
});
