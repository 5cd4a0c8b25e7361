import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { DeleteItemCommand, ScanCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import { pageOwner } from '#shared/biolinks/store/keys.ts';
import { BROADCAST_STATES } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastPartition } from '#shared/broadcasts/store/keys.ts';
import { conversationKey } from '#shared/events/store/keys.ts';
import {
  conversationPartition,
  messagePartition,
  phoneNumberKey,
  verifiedNumberKey,
} from '#shared/messaging/store/keys.ts';
import { marshall, unmarshall } from '#shared/platform/store/attribute-values.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, directoryKey, type Key, keyPointerKey } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { updateItem } from '#shared/platform/store/write.ts';
import { POST_STATUSES } from '#shared/publishing/domain/post.ts';
import { postPartition } from '#shared/publishing/store/keys.ts';
import { endpointKey, targetKey } from '#shared/webhooks/store/keys.ts';
import type { WorkspaceEraser } from '#shared/workspaces/ports/workspace-eraser.ts';
import { workspaceDeletionKey } from './keys.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Items deleted concurrently. */
const AT_ONCE = 10;

/** Keys per read. */
const KEYS_AT_ONCE = 100;

/** All copies of an endpoint directory have the same endpoints. */
const FIRST_COPY = 0;

const keyRow = v.object({ pk: v.string(), sk: v.string() });
const pointerItem = v.object({ hash: v.string() });
const numberItem = v.object({ platform: v.string(), phone: v.string() });
const directoryItem = v.object({ endpoints: v.record(v.string(), v.unknown()) });

/**
 * Deletes the items of a workspace from both tables. The passes scan the tables, because a scan also finds what no key and no
 * index leads to: events, idempotency records and the deliveries of deleted endpoints.
 */
export function createDynamoWorkspaceEraser(core: WritableTable, deliveries: WritableTable): WorkspaceEraser {
  return {
    async revokeKeys(workspaceId, now) {
      // Only an active key can create another one. Once every listed key was revoked before the list was read, no key is missing.
      for (
        let active = await activeKeys(workspaceId);
        active.length > 0;
        active = await activeKeys(workspaceId)
      ) {
        await inGroups(active, (key) =>
          tryWrite(
            core,
            updateItem(
              key,
              { expression: 'SET revokedAt = :now', values: { ':now': now.getTime() } },
              isActive,
            ),
          ),
        );
      }
    },

    async withdraw(workspaceId, hasTime) {
      for (const endpointId of await endpointsOf(workspaceId)) {
        // The delivery target first: without it, nothing is sent to the endpoint any more.
        await deleteOwned(core, targetKey(endpointId), workspaceId);
        await deleteOwned(core, endpointKey(endpointId), workspaceId);
      }
      const deleteKey = (key: Key) => deleteOwned(core, key, workspaceId);
      for (const partition of partitionsOf(workspaceId))
        if (!(await forEachListed(partition, deleteKey, hasTime))) return false;
      await withdrawNumbers(workspaceId);
      return withdrawMessages(workspaceId, hasTime);
    },

    async erasePage(workspaceId, place, cursor) {
      const table = place === 'core' ? core : deliveries;
      const {
        Items = [],
        LastEvaluatedKey,
        ConsumedCapacity,
      } = await table.client.send(
        new ScanCommand({
          TableName: table.name,
          FilterExpression: OWNED,
          ExpressionAttributeNames: { ...OWNED_NAMES, '#sk': 'sk' },
          ExpressionAttributeValues: marshall({ ':workspace': workspaceId }),
          ProjectionExpression: '#pk, #sk',
          ReturnConsumedCapacity: 'TOTAL',
          ...(cursor === null ? {} : { ExclusiveStartKey: fromCursor(cursor) }),
        }),
      );
      const last = workspaceDeletionKey(workspaceId);
      const keys = Items.map((item) => parseItem(keyRow, unmarshall(item))).filter(
        ({ pk, sk }) => pk !== last.pk || sk !== last.sk,
      );
      await inGroups(keys, (key) => deleteOwned(table, key, workspaceId));
      return {
        erased: keys.length,
        readUnits: ConsumedCapacity?.CapacityUnits ?? 0,
        cursor: LastEvaluatedKey ? JSON.stringify(unmarshall(LastEvaluatedKey)) : null,
      };
    },
  };

  /** Releases the phone numbers of the workspace, so that it receives nothing and others can verify them. */
  async function withdrawNumbers(workspaceId: string): Promise<void> {
    const { pk: partition } = phoneNumberKey(workspaceId, '');
    for await (const rows of partitionPages(core, { partition, consistent: true }))
      await inGroups(rows, async (row) => {
        const number = v.safeParse(numberItem, row);
        if (number.success) {
          const { platform, phone } = number.output;
          await deleteOwned(core, verifiedNumberKey(platform, phone), workspaceId);
        }
        await deleteOwned(core, parseItem(keyRow, row), workspaceId);
      });
  }

  /** Deletes messages before their conversation: once it is gone, nothing but a scan leads to them. No active key can add any. */
  async function withdrawMessages(workspaceId: string, hasTime: () => boolean): Promise<boolean> {
    const prefix = conversationKey(workspaceId, '').pk;
    const deleteKey = (key: Key) => deleteOwned(core, key, workspaceId);
    let isDone = true;
    const all = await forEachListed(
      conversationPartition(workspaceId),
      async (key) => {
        const messages = messagePartition(workspaceId, key.pk.slice(prefix.length));
        if (await forEachListed(messages, deleteKey, hasTime)) await deleteKey(key);
        else isDone = false;
      },
      hasTime,
    );
    return all && isDone;
  }

  /** Acts on the items of a partition of the index by owner. Returns false if the time is used up. */
  async function forEachListed(
    partition: string,
    act: (key: Key) => Promise<unknown>,
    hasTime: () => boolean,
  ): Promise<boolean> {
    for await (const rows of partitionPages(core, { partition, index: BY_OWNER })) {
      const keys = rows.map((row) => parseItem(keyRow, row));
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        if (!hasTime()) return false;
        await Promise.all(keys.slice(at, at + AT_ONCE).map(act));
      }
    }
    return true;
  }

  /** The items of all keys that are not revoked, strongly consistent. */
  async function activeKeys(workspaceId: string): Promise<Key[]> {
    const { pk, sk: prefix } = keyPointerKey(workspaceId, '');
    const active: Key[] = [];
    for await (const rows of partitionPages(core, { partition: pk, consistent: true })) {
      const hashes = rows
        .filter(({ sk }) => String(sk).startsWith(prefix))
        .map((row) => parseItem(pointerItem, row).hash);
      for (let at = 0; at < hashes.length; at += KEYS_AT_ONCE) {
        const items = await core.getAll(hashes.slice(at, at + KEYS_AT_ONCE).map(apiKeyKey));
        active.push(
          ...items.filter((item) => item['revokedAt'] === undefined).map((item) => parseItem(keyRow, item)),
        );
      }
    }
    return active;
  }

  async function endpointsOf(workspaceId: string): Promise<string[]> {
    const item = await core.get(directoryKey(workspaceId, FIRST_COPY));
    return item ? Object.keys(parseItem(directoryItem, item).endpoints) : [];
  }
}

/** The partitions of the index by owner with the pages, posts and broadcasts of a workspace. */
function partitionsOf(workspaceId: string): string[] {
  return [
    pageOwner(workspaceId),
    ...[...POST_STATUSES, 'trash'].map((bucket) => postPartition(workspaceId, bucket)),
    ...BROADCAST_STATES.map((state) => broadcastPartition(workspaceId, state)),
  ];
}

/**
 * Deletes an item if it still belongs to the workspace: since it was read, another workspace may have taken the host or the slug
 * that is its key.
 */
async function deleteOwned(table: WritableTable, { pk, sk }: Key, workspaceId: string): Promise<void> {
  try {
    await table.client.send(
      new DeleteItemCommand({
        TableName: table.name,
        Key: marshall({ pk, sk }),
        ConditionExpression: OWNED,
        ExpressionAttributeNames: OWNED_NAMES,
        ExpressionAttributeValues: marshall({ ':workspace': workspaceId }),
      }),
    );
  } catch (error) {
    if (!isServiceError(error, 'ConditionalCheckFailedException')) throw error;
  }
}

/** Matches the items of a workspace: most have its id in an attribute, the others in their key or in the job that they request. */
const OWNED = '#workspace = :workspace OR contains(#pk, :workspace) OR #job.#workspace = :workspace';
const OWNED_NAMES = { '#workspace': 'workspaceId', '#pk': 'pk', '#job': 'job' };

const isActive = { expression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)' };

function fromCursor(cursor: string): Record<string, AttributeValue> {
  return marshall(v.parse(v.pipe(v.string(), v.parseJson(), keyRow), cursor));
}

async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(act));
}
