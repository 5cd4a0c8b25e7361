import { requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { accountExists } from '#shared/publishing/domain/identity/account-exists.ts';
import { isSameAccount } from '#shared/publishing/domain/identity/account-identity.ts';
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

  const placeOf = ({ workspaceId, provider, identity }: Account) =>
    withinWorkspace(workspaceId, `${provider} ${identity}`);

  const isClaimed = (account: Account) =>
    account.identity !== null && core.accountClaims.has(placeOf(account));

  function requireUnclaimed(account: Account): void {
    const holder = core.accountClaims.get(placeOf(account));
    if (account.identity !== null && holder) throw accountExists(holder);
  }

  function claim(account: Account): void {
    if (account.identity !== null && !isClaimed(account)) core.accountClaims.set(placeOf(account), account);
  }

  function release(account: Account): void {
    if (core.accountClaims.get(placeOf(account))?.id === account.id)
      core.accountClaims.delete(placeOf(account));
  }

  return {
    nextId,
    find,
    findAll,
    list,

    async findSame(found) {
      const same = [...core.accounts.values()].find(
        (account) => account.workspaceId === found.workspaceId && isSameAccount(account, found),
      );
      return structuredClone(same);
    },

    async create(account, event, context) {
      commitInMemory(core, context, () => {
        requireUnclaimed(account);
        takeQuota(core, 'accounts', account.workspaceId);
        add(account);
        claim(account);
        core.events.set(event.id, event);
      });
    },

    async save(before, after, event, context) {
      commitInMemory(core, context, () => {
        const isMoved = before.identity !== after.identity;
        if (isMoved && before.identity !== null) requireUnclaimed(after);
        replace(before, after);
        if (isMoved) release(before);
        if (isMoved) claim(after);
        if (event) core.events.set(event.id, event);
      });
    },

    async remove(account, event, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        drop(account);
        release(account);
        releaseQuota(core, 'accounts', account.workspaceId);
        core.events.set(event.id, event);
        const place = withinWorkspace(account.workspaceId, account.uuid);
        core.accountRemovals.set(place, requestRemoval(account, change.at));
      });
    },
  };
}
