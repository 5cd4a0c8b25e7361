import { requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { numberedIn } from '#test/support/fakes/platform/memory-numbered.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Social accounts over a memory core. */
export function createMemoryAccountStore(core: MemoryCore): AccountStore {
  const { nextId, find, findAll, list, add, replace, drop } = numberedIn(core, 'A', core.accounts);
  return {
    nextId,
    find,
    findAll,
    list,

    async create(account, event, context) {
      commitInMemory(core, context, () => {
        takeQuota(core, 'accounts', account.workspaceId);
        add(account);
        core.events.set(event.id, event);
      });
    },

    async save(before, after, event, context) {
      commitInMemory(core, context, () => {
        replace(before, after);
        if (event) core.events.set(event.id, event);
      });
    },

    async remove(account, event, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        drop(account);
        releaseQuota(core, 'accounts', account.workspaceId);
        core.events.set(event.id, event);
        const place = withinWorkspace(account.workspaceId, account.uuid);
        core.accountRemovals.set(place, requestRemoval(account, change.at));
      });
    },
  };
}
