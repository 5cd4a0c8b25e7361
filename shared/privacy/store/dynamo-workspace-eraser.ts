import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { ScanCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { marshall, unmarshall } from '#shared/platform/store/attribute-values.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { keyPointerKey, apiKeyKey } from '#shared/platform/store/keys.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { deleteOwned, inGroups, keyRow, OWNED, OWNED_NAMES } from '#shared/platform/store/owned-items.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { keyOf, type WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { updateItem } from '#shared/platform/store/write.ts';
import type { WorkspaceEraser } from '#shared/privacy/ports/workspace-eraser.ts';
import { workspaceDeletionKey } from '#shared/workspaces/store/keys.ts';

const pointerItem = v.object({ hash: v.string() });

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

  /** The items of all keys that are not revoked, strongly consistent. */
  async function activeKeys(workspaceId: string): Promise<Key[]> {
    const { pk, sk: prefix } = keyPointerKey(workspaceId, '');
    const active: Key[] = [];
    for await (const rows of partitionPages(core, { partition: pk, consistent: true })) {
      const hashes = rows
        .filter(({ sk }) => String(sk).startsWith(prefix))
        .map((row) => parseItem(pointerItem, row).hash);
      const items = await core.getAll(hashes.map(apiKeyKey));
      active.push(...items.filter((item) => item['revokedAt'] === undefined).map(keyOf));
    }
    return active;
  }
}

const isActive = { expression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)' };

function fromCursor(cursor: string): Record<string, AttributeValue> {
  return marshall(v.parse(v.pipe(v.string(), v.parseJson(), keyRow), cursor));
}
