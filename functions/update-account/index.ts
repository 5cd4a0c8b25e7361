import { httpFunction } from '#shared/http/http-function.ts';
import { createVerification } from '#shared/publishing/verification.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { systemTimer } from '#shared/runtime/timer.ts';
import { createDynamoAccountStore } from '#shared/store/dynamo-account-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createTable } from '#shared/store/table.ts';
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
