import { randomBytes } from 'node:crypto';
import { createAccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { errorPageText } from '#shared/biolinks/render/visit-responses.ts';
import { createVisits } from '#shared/biolinks/render/visits.ts';
import { createDynamoAccessTokenKeyStore } from '#shared/biolinks/store/dynamo-access-token-key-store.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { createDynamoUnlockAttempts } from '#shared/biolinks/store/dynamo-unlock-attempts.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createKmsClient, createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { verifyAccessTokenword } from '#shared/platform/runtime/password-hash.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createUnlockPageHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const origin = pageOrigin(env.PAGE_HOST);

const unlockPage = createUnlockPageHandler({
  visits: createVisits({ store: createDynamoPublicPageStore(core), origin, apiHosts: env.API_HOSTS }),
  tries: createDynamoUnlockAttempts(core),
  accessTokenKey: createAccessTokenKey({
    store: createDynamoAccessTokenKeyStore(core),
    secrets: createKmsSecretBox(createKmsClient(), env.SECRET_KEY_ID, systemClock),
    clock: systemClock,
    randomBytes,
  }),
  verifyAccessTokenword: (password, { scrypt }) => verifyAccessTokenword(password, scrypt),
});

export const handler = httpFunction(operation, unlockPage, {
  clock: systemClock,
  log: createLog(operation.name),
  errorPageText: errorPageText(origin.startsWith('https:')),
});
