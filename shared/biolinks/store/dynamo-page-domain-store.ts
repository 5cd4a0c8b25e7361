import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageDomainReader, PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  toLastChange,
  isNew,
  type Condition,
  checkItem,
  deleteItem,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { fromDomainItem, toDomainItem, toHostItem, toOwnHostItem } from './domain-items.ts';
import { domainKey, hostKey, ownHostKey } from './keys.ts';

/** The reads of `createDynamoPageDomainStore`, for operations that may not write. */
export function createDynamoPageDomainReader(table: Table): PageDomainReader {
  return {
    async find(workspaceId, domainId) {
      const item = await table.get(domainKey(workspaceId, domainId));
      return item && fromDomainItem(item);
    },

    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = domainKey(workspaceId, '');
      // `$` sorts directly after `#`, so it ends the range of the prefix.
      const to = after === undefined ? 'DOM$' : domainKey(workspaceId, after).sk;
      const items = await table.query({ pk, from, to, descending: true, limit: limit + 1 });
      return items
        .map(fromDomainItem)
        .filter(({ id }) => id !== after)
        .slice(0, limit);
    },
  };
}

/** Domains in the core table: the domain and its host in one partition per workspace, and the claim of a verified host. */
export function createDynamoPageDomainStore(table: WritableTable): PageDomainStore {
  return {
    ...createDynamoPageDomainReader(table),

    async create(domain, context) {
      const { change } = context;
      await commit(table, context, [
        putItem(toOwnHostItem(domain, change), notInWorkspace(domain.host)),
        checkItem(hostKey(domain.host), unclaimed(domain.host)),
        putItem(toDomainItem(domain, change), isNew),
        takeQuota('domains', domain.workspaceId),
      ]);
    },

    async verify(before, verifiedAt, context) {
      const { change } = context;
      const verified: PageDomain = { ...before, state: 'verified', verifiedAt };
      const update = setAttributes({
        state: verified.state,
        verifiedAt: verifiedAt.getTime(),
        lastChange: toLastChange(change),
      });
      await commit(table, context, [
        updateItem(domainKey(before.workspaceId, before.id), update, stillPending),
        putItem(toHostItem(verified, change), unclaimed(before.host)),
      ]);
    },

    async remove({ id, workspaceId, host, state }, { change }) {
      await commit(table, { change }, [
        deleteItem(domainKey(workspaceId, id), unusedInState(state)),
        deleteItem(ownHostKey(workspaceId, host), ownedBy(id)),
        removalEntryWrite({ resource: 'domain', id, workspaceId }, change),
        releaseQuota('domains', workspaceId),
        ...(state === 'verified' ? [deleteItem(hostKey(host), ownedBy(id))] : []),
      ]);
    },
  };
}

/** The domain has not been deleted or verified since it was read. */
const stillPending: Condition = {
  expression: '#state = :pending',
  names: { '#state': 'state' },
  values: { ':pending': 'pending' satisfies PageDomain['state'] },
};

/** No page uses the domain and its state is unchanged, so that no page can switch to it while it is being deleted. */
function unusedInState(state: PageDomain['state']): Condition {
  return {
    expression: '#state = :state AND pages = :none',
    names: { '#state': 'state' },
    values: { ':state': state, ':none': 0 },
    onFailure: (found) => (found?.['state'] === state ? inUse(found) : new ConcurrentUpdateError()),
  };
}

/** The host belongs to this domain. */
function ownedBy(domainId: string): Condition {
  return { expression: 'domainId = :id', values: { ':id': domainId } };
}

/** The workspace does not have the host yet. */
function notInWorkspace(host: string): Condition {
  const detail = `The workspace already has the domain ${host}. Use that domain.`;
  return {
    ...isNew,
    onFailure: (found) =>
      new PlatformError(biolinksErrors.domain_taken, detail, { domain: found?.['domainId'] }),
  };
}

/** No workspace has verified the host. */
function unclaimed(host: string): Condition {
  const detail = `Another workspace has already verified ${host}. If the host is yours, delete the domain there first.`;
  return { ...isNew, onFailure: () => new PlatformError(biolinksErrors.domain_taken, detail) };
}

function inUse(found: Item): PlatformError {
  return new PlatformError(biolinksErrors.domain_in_use, 'Move or delete the pages on this domain first.', {
    pages: found['pages'],
  });
}
