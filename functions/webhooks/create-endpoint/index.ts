import { randomBytes } from 'node:crypto';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { envSchema } from './env.ts';
import { createCreateEndpointHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const secrets = createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock);

const createEndpoint = createCreateEndpointHandler({
  endpoints: createDynamoEndpointStore(core),
  workspaces: createDynamoWorkspaceStore(core),
  secrets,
  guard: createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS }),
  randomBytes,
});

export const handler = httpFunction(operation, createEndpoint, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  idempotency: { store: createDynamoIdempotencyStore(core), secrets },
});
