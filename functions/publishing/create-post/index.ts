import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoMediaStore } from '#shared/publishing/store/dynamo-media-store.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoTagStore } from '#shared/publishing/store/dynamo-tag-store.ts';
import { envSchema } from './env.ts';
import { createCreatePostHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const createPost = createCreatePostHandler({
  posts: createDynamoPostStore(core),
  accounts: createDynamoAccountStore(core),
  tags: createDynamoTagStore(core),
  media: createDynamoMediaStore(core),
  workspaces: createDynamoWorkspaceStore(core),
});

export const handler = httpFunction(operation, createPost, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  idempotency: { store: createDynamoIdempotencyStore(core) },
});
