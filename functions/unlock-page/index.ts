import { randomBytes } from 'node:crypto';
import { pageOrigin } from '#shared/domain/pages/public-url.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { refusalPage } from '#shared/page/visit-answers.ts';
import { createVisits } from '#shared/page/visits.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createPassKey } from '#shared/runtime/pass-key.ts';
import { verifyPassword } from '#shared/runtime/password-hash.ts';
import { createDynamoPassKeyStore } from '#shared/store/dynamo-pass-key-store.ts';
import { createDynamoPublicPageStore } from '#shared/store/dynamo-public-page-store.ts';
import { createDynamoUnlockTries } from '#shared/store/dynamo-unlock-tries.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createUnlockPageHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const origin = pageOrigin(env.PAGE_HOST);

const unlockPage = createUnlockPageHandler({
  visits: createVisits({ store: createDynamoPublicPageStore(core), origin, apiHosts: env.API_HOSTS }),
  tries: createDynamoUnlockTries(core),
  passKey: createPassKey({
    store: createDynamoPassKeyStore(core),
    secrets: createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock),
    clock: systemClock,
    randomBytes,
  }),
  verifyPassword: (password, { scrypt }) => verifyPassword(password, scrypt),
});

export const handler = httpFunction(operation, unlockPage, {
  clock: systemClock,
  log: createLog(operation.name),
  refusalPage: refusalPage(origin.startsWith('https:')),
});
