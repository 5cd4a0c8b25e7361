import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { scheduledJobSchema, logFieldsDue } from '#shared/platform/core/scheduled-job.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoAccountRemovals } from '#shared/publishing/store/dynamo-account-removals.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDetachAccount, type DetachDependencies } from './detach-account.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies & DetachDependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    workspaces: createDynamoWorkspaceStore(core),
    posts: createDynamoPostStore(core),
    removals: createDynamoAccountRemovals(core),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
) {
  const deps = { ...ports, clock, newNonce, backOff, log };
  const recompute = createHandler(deps);
  const detach = createDetachAccount(deps);
  return queueConsumer(
    scheduledJobSchema,
    log,
    (job, receipt) => (job.resource === 'account' ? detach(job, receipt) : recompute(job, receipt)),
    logFieldsDue,
  );
}
