import * as v from 'valibot';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  fromApiKeyItem,
  fromConsoleRing,
  fromKeyRing,
  isRemovedMember,
  toApiKeyItem,
  toConsoleRing,
  toKeyPointerItem,
} from '#shared/platform/identity/store/workspace-items.ts';
import {
  API_KEY_LIMIT,
  type ApiKey,
  CONSOLE_KEY_LIMIT,
  type Member,
} from '#shared/platform/identity/workspace.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, keyPointerKey, memberKey } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  toLastChange,
  allOf,
  exists,
  isNew,
  type Condition,
  type Write,
  deleteItem,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import type { ManagedKeyReader, ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import { adminCheck, requirePrincipal } from './admin-check.ts';
import { keyRevocation, memberUnchanged, NEXT_REVISION, notRevoked } from './member-writes.ts';

/** Pointers read at a time for a list, the size of one batch read of keys. */
const BATCH = 100;

const pointerItem = v.object({ id: v.string(), hash: v.string() });

/** The reads of `createDynamoManagedKeyStore`, for operations that may not write. */
export function createDynamoManagedKeyReader(table: Table): ManagedKeyReader {
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
        found.push(...items.map(fromApiKeyItem).filter(({ revokedAt }) => revokedAt === null));
        if (found.length >= limit || rows.length < BATCH) return found.slice(0, limit);
        last = pointers.at(-1)?.id;
      }
    },
  };
}

/** API keys in the core table: the member item lists them, a pointer finds one by id, the key item has its permissions. */
export function createDynamoManagedKeyStore(table: WritableTable): ManagedKeyStore {
  return {
    ...createDynamoManagedKeyReader(table),

    async create(key, ownership, context) {
      const { owner, callerId } = ownership;
      const lastChange = toLastChange(context.change);
      const update = {
        expression: 'SET #keys.#id = :hash, revision = revision + :one',
        names: { '#keys': 'keys', '#id': key.id },
        values: { ':hash': key.hash, ':one': 1 },
      };
      await commit(table, context, [
        ...callerIsAdmin(owner, callerId),
        updateItem(memberKey(owner.workspaceId, owner.id), update, allOf(memberUnchanged(owner), hasRoom)),
        putItem({ ...toApiKeyItem(key), lastChange }, isNew),
        putItem({ ...toKeyPointerItem(key), lastChange }, isNew),
      ]);
    },

    async createConsoleKey(key, owner, context) {
      const lastChange = toLastChange(context.change);
      const item = await table.get(memberKey(owner.workspaceId, owner.id));
      if (!item || isRemovedMember(item)) throw new ConcurrentUpdateError();
      const ring = [...fromConsoleRing(item)];
      const active = ring.filter(([, { expiresAt }]) => expiresAt > context.change.at);
      if (active.length >= CONSOLE_KEY_LIMIT) throw consoleLimitReached();
      const expired = ring.filter((entry) => !active.includes(entry));
      const { id, hash, expiresAt } = key;
      const update = {
        expression: 'SET consoleKeys = :ring, revision = revision + :one',
        values: { ':ring': toConsoleRing([...active, [id, { hash, expiresAt }]]), ':one': 1 },
      };
      await commit(table, context, [
        updateItem(memberKey(owner.workspaceId, owner.id), update, memberUnchanged(owner)),
        putItem({ ...toApiKeyItem(key), lastChange }, isNew),
        putItem({ ...toKeyPointerItem(key), lastChange }, isNew),
        ...expired.map(([old]) => deleteItem(keyPointerKey(owner.workspaceId, old), isPointerOf(owner))),
      ]);
    },

    async update(key, { owner, callerId }, { change }) {
      const { name, granted, permissions, rateLimits } = key;
      const update = setAttributes({
        name,
        granted,
        permissions,
        rateLimits,
        lastChange: toLastChange(change),
      });
      await commit(table, { change }, [
        ...callerIsAdmin(owner, callerId),
        // The permissions of the key were derived from the member as read.
        updateItem(memberKey(owner.workspaceId, owner.id), NEXT_REVISION, memberUnchanged(owner)),
        updateItem(apiKeyKey(key.hash), update, notRevoked),
      ]);
    },

    async revoke(key, { change }) {
      const { workspaceId, memberId, id } = key;
      const names = { '#keys': key.console ? 'consoleKeys' : 'keys', '#id': id };
      const update = {
        expression: 'REMOVE #keys.#id SET revision = revision + :one',
        names,
        values: { ':one': 1 },
      };
      await commit(table, { change }, [
        ...callerIsAdmin({ workspaceId, id: memberId }, requirePrincipal(change)),
        keyRevocation(key, change),
        updateItem(memberKey(workspaceId, memberId), update, {
          expression: 'attribute_exists(#keys.#id)',
          names,
        }),
        deleteItem(keyPointerKey(workspaceId, id), exists),
      ]);
    },
  };
}

/** The member can have another key. */
const hasRoom: Condition = {
  expression: 'size(#keys) < :limit',
  names: { '#keys': 'keys' },
  values: { ':limit': API_KEY_LIMIT },
  onFailure: (found) => (found && isFull(found) ? limitReached() : new ConcurrentUpdateError()),
};

/** [Only an admin manages keys of other members](../../../docs/specification.md#keys-act-as-members), also at the time of the write. */
function callerIsAdmin(owner: Pick<Member, 'workspaceId' | 'id'>, callerId: string | undefined): Write[] {
  if (callerId === undefined || callerId === owner.id) return [];
  return [adminCheck(owner.workspaceId, callerId)];
}

/** DynamoDB may have deleted the pointer of an expired console key already. */
function isPointerOf({ id }: Pick<Member, 'id'>): Condition {
  return { expression: 'attribute_not_exists(pk) OR memberId = :owner', values: { ':owner': id } };
}

function consoleLimitReached(): PlatformError {
  return new PlatformError(
    workspacesErrors.api_key_limit_reached,
    `A member can have at most ${CONSOLE_KEY_LIMIT} active console links. Sign out of the console in another ` +
      'window, or revoke a key whose `console` is true.',
    { limit: CONSOLE_KEY_LIMIT },
  );
}

function isFull(item: Record<string, unknown>): boolean {
  return !isRemovedMember(item) && fromKeyRing(item).size >= API_KEY_LIMIT;
}

function limitReached(): PlatformError {
  return new PlatformError(
    workspacesErrors.api_key_limit_reached,
    `A member can have at most ${API_KEY_LIMIT} keys. Revoke a key first.`,
    {
      limit: API_KEY_LIMIT,
    },
  );
}
