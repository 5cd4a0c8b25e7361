import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoAccountStore } from '#shared/store/dynamo-account-store.ts';
import { createDynamoAnswerStore } from '#shared/store/dynamo-answer-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoMediaStore } from '#shared/store/dynamo-media-store.ts';
import { createDynamoPostStore } from '#shared/store/dynamo-post-store.ts';
import { createDynamoWorkspaceStore } from '#shared/store/dynamo-workspace-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createSchedulePostHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);

const schedulePost = createSchedulePostHandler({
  posts: createDynamoPostStore(core),
  accounts: createDynamoAccountStore(core),
  media: createDynamoMediaStore(core),
  workspaces: createDynamoWorkspaceStore(core),
  endpoints: createDynamoEndpointStore(core),
});

export const handler = httpFunction(operation, schedulePost, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  memory: { answers: createDynamoAnswerStore(core) },
});
