import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createDynamoAccountRemovals } from '#shared/publishing/store/dynamo-account-removals.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { consumer } from './consumer.ts';
import { createDetachAccount } from './detach-account.ts';
import { createHandler } from './handler.ts';

type Given = ConsumerProvisions<typeof consumer>;
type Handle = ReturnType<typeof createHandler>;

export function build({ core, clock, newNonce, backOff, log }: Given): Handle {
  const deps = {
    workspaces: createDynamoWorkspaceStore(core),
    posts: createDynamoPostStore(core),
    removals: createDynamoAccountRemovals(core),
    clock,
    newNonce,
    backOff,
    log,
  };
  const recompute = createHandler(deps);
  const detach = createDetachAccount(deps);
  return (job, metadata) => (job.resource === 'account' ? detach(job, metadata) : recompute(job, metadata));
}

export const handler = consumerEntry(consumer, [queueMessages], build);
