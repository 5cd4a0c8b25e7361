import { randomUUID } from 'node:crypto';
import { scheduledJobSchema, logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoAccountRemovals } from '#shared/publishing/store/dynamo-account-removals.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDetachAccount } from './detach-account.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const core = createTable(createDynamoClient(), env.CORE_TABLE);
const log = createLog('recompute-posts');

const deps = { posts: createDynamoPostStore(core), clock: systemClock, newNonce: randomUUID, log };

const recompute = createHandler({ workspaces: createDynamoWorkspaceStore(core), ...deps });
const detach = createDetachAccount({ removals: createDynamoAccountRemovals(core), ...deps });

export const handler = queueConsumer(
  scheduledJobSchema,
  log,
  (job, receipt) => (job.resource === 'account' ? detach(job, receipt) : recompute(job, receipt)),
  logFieldsDue,
);
