import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites, toLastChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { fromDomainItem, toDomainItem, toHostItem, toOwnHostItem } from './domain-items.ts';
import { domainKey, hostKey, ownHostKey } from './page-keys.ts';

/** Domains in the core table: the domain under its workspace, its host there, and the claim of the host once verified. */
export function createDynamoPageDomainStore(table: Table): PageDomainStore {
  return {
    async find(workspaceId, domainId) {
      const item = await table.get(domainKey(workspaceId, domainId));
      return item && fromDomainItem(item);
    },

    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = domainKey(workspaceId, '');
      // `$` sorts right behind `#`: the end of the prefix.
      const to = after === undefined ? 'DOM$' : domainKey(workspaceId, after).sk;
      const items = await table.query({ pk, from, to, descending: true, limit: limit + 1 });
      return items
        .map(fromDomainItem)
        .filter(({ id }) => id !== after)
        .slice(0, limit);
    },

    async create(domain, context) {
      const { change } = context;
      const isNew: Condition = {
        when: 'attribute_not_exists(pk)',
        onFailure: () => new ConcurrentUpdateError(),
      };
      const notOurs: Condition = {
        when: 'attribute_not_exists(pk)',
        onFailure: (found) => takenByUs(domain.host, found),
      };
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        { kind: 'put', table: table.name, item: toOwnHostItem(domain, change), condition: notOurs },
        {
          kind: 'check',
          table: table.name,
          key: hostKey(domain.host),
          condition: { when: 'attribute_not_exists(pk)', onFailure: () => takenByOthers(domain.host) },
        },
        { kind: 'put', table: table.name, item: toDomainItem(domain, change), condition: isNew },
      ];
      await commit(table.client, writes, change.nonce);
    },

    async verify(before, verifiedAt, context) {
      const { change } = context;
      const verified: PageDomain = { ...before, state: 'verified', verifiedAt };
      const unclaimed: Condition = {
        when: 'attribute_not_exists(pk)',
        onFailure: () => takenByOthers(before.host),
      };
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        {
          kind: 'update',
          table: table.name,
          key: domainKey(before.workspaceId, before.id),
          set: 'SET #state = :verified, verified_at = :at, last_change = :change, #resource = :resource',
          names: { '#state': 'state', '#resource': 'resource' },
          values: {
            ':verified': 'verified',
            ':pending': 'pending',
            ':at': verifiedAt.getTime(),
            ':change': toLastChange(change),
            ':resource': 'domain' satisfies AuditedResource,
          },
          // Closes the races with a delete and with another verification.
          condition: {
            when: 'attribute_exists(pk) AND #state = :pending',
            onFailure: () => new ConcurrentUpdateError(),
          },
        },
        { kind: 'put', table: table.name, item: toHostItem(verified, change), condition: unclaimed },
      ];
      await commit(table.client, writes, change.nonce);
    },

    async remove({ id, workspaceId, host, state }, { change }) {
      const released: Condition = {
        when: 'domain_id = :id',
        onFailure: () => new ConcurrentUpdateError(),
      };
      const values = { ':id': id };
      const writes: Write[] = [
        {
          kind: 'delete',
          table: table.name,
          key: domainKey(workspaceId, id),
          names: { '#state': 'state' },
          values: { ':state': state, ':none': 0 },
          // `domain-use` counts pages here: a page's move to this domain and the domain's end cannot both succeed.
          condition: {
            when: '#state = :state AND pages = :none',
            onFailure: (found) => (found?.['state'] === state ? inUse(found) : new ConcurrentUpdateError()),
          },
        },
        {
          kind: 'delete',
          table: table.name,
          key: ownHostKey(workspaceId, host),
          values,
          condition: released,
        },
        removalEntryWrite(table.name, { resource: 'domain', id, workspaceId }, change),
      ];
      if (state === 'verified') {
        writes.push({ kind: 'delete', table: table.name, key: hostKey(host), values, condition: released });
      }
      await commit(table.client, writes, change.nonce);
    },
  };
}

function takenByUs(host: string, found: Item | undefined): PlatformError {
  return new PlatformError('domain_taken', `The workspace already has the domain ${host}.`, {
    domain: found?.['domain_id'],
  });
}

function takenByOthers(host: string): PlatformError {
  return new PlatformError('domain_taken', `Another workspace has already verified ${host}.`);
}

function inUse(found: Item): PlatformError {
  return new PlatformError('domain_in_use', 'Move or delete the pages on this domain first.', {
    pages: found['pages'],
  });
}
