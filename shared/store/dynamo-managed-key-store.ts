import * as v from 'valibot';
import type { Change } from '#shared/domain/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/domain/errors.ts';
import type { KeyOwnership, ManagedKeyStore } from '#shared/domain/ports/managed-key-store.ts';
import { API_KEY_LIMIT } from '#shared/domain/workspaces/workspace.ts';
import { rememberWrites, toLastChange } from './command-items.ts';
import { commit } from './commit.ts';
import { parseItem } from './item-schema.ts';
import { apiKeyKey, keyPointerKey, memberKey } from './keys.ts';
import { keyRevocation } from './member-writes.ts';
import type { Table } from './table.ts';
import {
  fromApiKeyItem,
  fromKeyRing,
  isRemovedMember,
  toApiKeyItem,
  toKeyPointerItem,
} from './workspace-items.ts';
import type { Condition, Write } from './write.ts';

/** Members whose keys are looked through for a list: a workspace has far fewer. */
const MEMBERS_AT_MOST = 10_000;

const pointerItem = v.object({ hash: v.string() });

const isNew: Condition = { when: 'attribute_not_exists(pk)', refuse: () => new ConcurrentUpdateError() };

/** API keys in the core table: the member's item lists them, a pointer finds one by id, its own item says what it may do. */
export function createDynamoManagedKeyStore(table: Table): ManagedKeyStore {
  return {
    async find(workspaceId, keyId) {
      const pointer = await table.get(keyPointerKey(workspaceId, keyId));
      const item = pointer && (await table.get(apiKeyKey(parseItem(pointerItem, pointer).hash)));
      const key = item && fromApiKeyItem(item);
      return key?.revokedAt === null ? key : undefined;
    },

    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = memberKey(workspaceId, '');
      const members = await table.query({ pk, from, to: 'M$', descending: true, limit: MEMBERS_AT_MOST });
      const hashes = members
        .filter((item) => !isRemovedMember(item))
        .flatMap((item) => [...fromKeyRing(item)])
        .filter(([id]) => after === undefined || id < after)
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .slice(0, limit)
        .map(([, hash]) => hash);
      const keys = hashes.map(apiKeyKey);
      // One batch holds 100 items, a page and the item behind it 101.
      const items = [...(await table.getAll(keys.slice(0, 100))), ...(await table.getAll(keys.slice(100)))];
      return items.map(fromApiKeyItem).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    },

    async create(key, ownership, context) {
      const last_change = toLastChange(context.change);
      const writes: Write[] = [
        ...rememberWrites(table.name, context),
        ...callerIsAdmin(table.name, ownership),
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
            refuse: (found) => (found && isFull(found) ? limitReached() : new ConcurrentUpdateError()),
          },
        },
        { kind: 'put', table: table.name, item: { ...toApiKeyItem(key), last_change }, condition: isNew },
        { kind: 'put', table: table.name, item: { ...toKeyPointerItem(key), last_change }, condition: isNew },
      ];
      await commit(table.client, writes, context.change.nonce);
    },

    async update(key, ownership, { change }) {
      const writes: Write[] = [
        ...callerIsAdmin(table.name, ownership),
        ownerAsRead(table.name, ownership),
        {
          kind: 'update',
          table: table.name,
          key: apiKeyKey(key.hash),
          set: 'SET #name = :name, #granted = :granted, #permissions = :permissions, last_change = :change',
          names: { '#name': 'name', '#granted': 'granted', '#permissions': 'permissions' },
          values: {
            ':name': key.name,
            ':granted': key.granted,
            ':permissions': key.permissions,
            ':change': toLastChange(change),
          },
          condition: {
            when: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
            refuse: () => new ConcurrentUpdateError(),
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
    return [
      keyRevocation(table.name, key, change),
      {
        kind: 'update',
        table: table.name,
        key: memberKey(key.workspaceId, key.memberId),
        set: 'REMOVE #keys.#id SET #revision = #revision + :one',
        names: { '#keys': 'keys', '#id': key.id, '#revision': 'revision' },
        values: { ':one': 1 },
        condition: { when: 'attribute_exists(#keys.#id)', refuse: () => new ConcurrentUpdateError() },
      },
      {
        kind: 'delete',
        table: table.name,
        key: keyPointerKey(key.workspaceId, key.id),
        condition: { when: 'attribute_exists(pk)', refuse: () => new ConcurrentUpdateError() },
      },
    ];
  }
}

const OWNER_NAMES = { '#revision': 'revision', '#role': 'role' };
const AS_READ = '#revision = :revision AND attribute_exists(#role)';

/** Holds a write to the member as read, and moves their revision on: what the key may do was decided by it. */
function ownerAsRead(table: string, { owner }: KeyOwnership): Write & { kind: 'update' } {
  return {
    kind: 'update',
    table,
    key: memberKey(owner.workspaceId, owner.id),
    set: 'SET #revision = #revision + :one',
    names: OWNER_NAMES,
    values: { ':revision': owner.revision, ':one': 1 },
    condition: { when: AS_READ, refuse: () => new ConcurrentUpdateError() },
  };
}

/** Only an admin may decide about the key of another member (R10), and is one still when it is written. */
function callerIsAdmin(table: string, { owner, callerId }: KeyOwnership): Write[] {
  if (callerId === owner.id) return [];
  return [
    {
      kind: 'check',
      table,
      key: memberKey(owner.workspaceId, callerId),
      names: { '#role': 'role' },
      values: { ':admin': 'admin' },
      condition: { when: '#role = :admin', refuse: notAnAdmin },
    },
  ];
}

function isFull(item: Record<string, unknown>): boolean {
  return !isRemovedMember(item) && fromKeyRing(item).size >= API_KEY_LIMIT;
}

function limitReached(): PlatformError {
  return new PlatformError('api_key_limit_reached', `A member can have at most ${API_KEY_LIMIT} keys.`, {
    limit: API_KEY_LIMIT,
  });
}

function notAnAdmin(): PlatformError {
  return new PlatformError('admin_required', 'Only an admin decides about the keys of other members.');
}
