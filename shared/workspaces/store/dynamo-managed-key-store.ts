import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  fromApiKeyItem,
  fromKeyRing,
  isRemovedMember,
  toApiKeyItem,
  toKeyPointerItem,
} from '#shared/platform/identity/store/workspace-items.ts';
import { API_KEY_LIMIT, type ApiKey, type Member } from '#shared/platform/identity/workspace.ts';
import { idempotencyWrites, toLastChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, keyPointerKey, memberKey } from '#shared/platform/store/keys.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import type { KeyOwnership, ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import { adminCheck, requirePrincipal } from './admin-check.ts';
import { keyRevocation } from './member-writes.ts';

/** Pointers read at a time for a list, the size of one batch read of keys. */
const BATCH = 100;

const pointerItem = v.object({ id: v.string(), hash: v.string() });

const isNew: Condition = { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() };

/** API keys in the core table: the member item lists them, a pointer finds one by id, the key item has its permissions. */
export function createDynamoManagedKeyStore(table: Table): ManagedKeyStore {
  return {
    async find(workspaceId, keyId) {
      const pointer = await table.get(keyPointerKey(workspaceId, keyId));
      const item = pointer && (await table.get(apiKeyKey(parseItem(pointerItem, pointer).hash)));
      const key = item && fromApiKeyItem(item);
      return key?.revokedAt === null ? key : undefined;
    },

    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = keyPointerKey(workspaceId, '');
      const found: ApiKey[] = [];
      for (let last = after; ;) {
        // `$` sorts directly after `#`: the end of the prefix.
        const to = last === undefined ? 'K$' : keyPointerKey(workspaceId, last).sk;
        const rows = await table.query({ pk, from, to, descending: true, limit: BATCH });
        const pointers = rows.filter(({ id }) => id !== last).map((row) => parseItem(pointerItem, row));
        const items = await table.getAll(pointers.map(({ hash }) => apiKeyKey(hash)));
        // The pointers of removed members remain; their keys are revoked or no longer exist.
        const live = items.map(fromApiKeyItem).filter(({ revokedAt }) => revokedAt === null);
        found.push(...live.toSorted((a, b) => (a.id < b.id ? 1 : -1)));
        if (found.length >= limit || rows.length < BATCH) return found.slice(0, limit);
        last = pointers.at(-1)?.id;
      }
    },

    async create(key, ownership, context) {
      const last_change = toLastChange(context.change);
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        ...callerIsAdmin(table.name, ownership.owner, ownership.callerId),
        {
          ...ownerAsRead(table.name, ownership),
          set: 'SET #keys.#id = :hash, #revision = #revision + :one',
          names: { ...OWNER_NAMES, '#keys': 'keys', '#id': key.id },
          values: {
            ':revision': ownership.owner.revision,
            ':one': 1,
            ':hash': key.hash,
            ':limit': API_KEY_LIMIT,
          },
          condition: {
            when: `${AS_READ} AND size(#keys) < :limit`,
            onFailure: (found) => (found && isFull(found) ? limitReached() : new ConcurrentUpdateError()),
          },
        },
        { kind: 'put', table: table.name, item: { ...toApiKeyItem(key), last_change }, condition: isNew },
        { kind: 'put', table: table.name, item: { ...toKeyPointerItem(key), last_change }, condition: isNew },
      ];
      await commit(table.client, writes, context.change.nonce);
    },

    async update(key, ownership, { change }) {
      const writes: Write[] = [
        ...callerIsAdmin(table.name, ownership.owner, ownership.callerId),
        ownerAsRead(table.name, ownership),
        {
          kind: 'update',
          table: table.name,
          key: apiKeyKey(key.hash),
          set: 'SET #name = :name, #granted = :granted, #permissions = :permissions, last_change = :change, #resource = :resource',
          names: {
            '#name': 'name',
            '#granted': 'granted',
            '#permissions': 'permissions',
            '#resource': 'resource',
          },
          values: {
            ':name': key.name,
            ':granted': key.granted,
            ':permissions': key.permissions,
            ':change': toLastChange(change),
            ':resource': 'api_key' satisfies AuditedResource,
          },
          condition: {
            when: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
            onFailure: () => new ConcurrentUpdateError(),
          },
        },
      ];
      await commit(table.client, writes, change.nonce);
    },

    async revoke(key, { change }) {
      await commit(table.client, revocation(key, change), change.nonce);
    },
  };

  function revocation(key: Parameters<ManagedKeyStore['revoke']>[0], change: Change): Write[] {
    const owner = { workspaceId: key.workspaceId, id: key.memberId };
    return [
      ...callerIsAdmin(table.name, owner, requirePrincipal(change)),
      keyRevocation(table.name, key, change),
      {
        kind: 'update',
        table: table.name,
        key: memberKey(key.workspaceId, key.memberId),
        set: 'REMOVE #keys.#id SET #revision = #revision + :one',
        names: { '#keys': 'keys', '#id': key.id, '#revision': 'revision' },
        values: { ':one': 1 },
        condition: { when: 'attribute_exists(#keys.#id)', onFailure: () => new ConcurrentUpdateError() },
      },
      {
        kind: 'delete',
        table: table.name,
        key: keyPointerKey(key.workspaceId, key.id),
        condition: { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() },
      },
    ];
  }
}

const OWNER_NAMES = { '#revision': 'revision', '#role': 'role' };
const AS_READ = '#revision = :revision AND attribute_exists(#role)';

/** Requires an unchanged member and increments its revision, because the permissions of the key depend on the member. */
function ownerAsRead(table: string, { owner }: KeyOwnership): Write & { kind: 'update' } {
  return {
    kind: 'update',
    table,
    key: memberKey(owner.workspaceId, owner.id),
    set: 'SET #revision = #revision + :one',
    names: OWNER_NAMES,
    values: { ':revision': owner.revision, ':one': 1 },
    condition: { when: AS_READ, onFailure: () => new ConcurrentUpdateError() },
  };
}

/** Only an admin manages the keys of other members, and must still be one at the time of the write. */
function callerIsAdmin(
  table: string,
  owner: Pick<Member, 'workspaceId' | 'id'>,
  callerId: string | undefined,
): Write[] {
  if (callerId === undefined || callerId === owner.id) return [];
  return [adminCheck(table, owner.workspaceId, callerId)];
}

function isFull(item: Record<string, unknown>): boolean {
  return !isRemovedMember(item) && fromKeyRing(item).size >= API_KEY_LIMIT;
}

function limitReached(): PlatformError {
  return new PlatformError('api_key_limit_reached', `A member can have at most ${API_KEY_LIMIT} keys.`, {
    limit: API_KEY_LIMIT,
  });
}
