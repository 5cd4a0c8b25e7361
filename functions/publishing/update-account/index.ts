import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createVerification } from '#shared/publishing/networks/verification.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { envSchema } from './env.ts';
import { createUpdateAccountHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const log = createLog(operation.name);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const verification = createVerification(
  { allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS },
  { clock: systemClock, after: systemTimer, log },
);

const updateAccount = createUpdateAccountHandler({
  accounts: createDynamoAccountStore(core),
  endpoints: createDynamoEndpointStore(core),
  secrets: createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock),
  ...verification,
});

export const handler = httpFunction(operation, updateAccount, {
  clock: systemClock,
  log,
  keys: createDynamoApiKeyStore(core),
});
