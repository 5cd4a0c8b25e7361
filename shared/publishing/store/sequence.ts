import * as v from 'valibot';
import { UpdateItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { marshall, unmarshall } from '#shared/platform/store/attribute-values.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { type SequentialKind, sequenceKey } from './publishing-keys.ts';

const counterItem = v.object({ last: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/**
 * Increments a counter and returns the next integer id of a kind in a workspace, starting at 1. No id is returned twice. An
 * unused id, or one whose response was lost, leaves a harmless gap.
 */
export async function nextInSequence(
  table: WritableTable,
  workspaceId: string,
  kind: SequentialKind,
): Promise<number> {
  const key = sequenceKey(workspaceId, kind);
  const { Attributes } = await table.client.send(
    new UpdateItemCommand({
      TableName: table.name,
      Key: marshall(key),
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: marshall({ ':one': 1 }),
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return parseItem(counterItem, { ...key, ...unmarshall(Attributes ?? {}) }).last;
}
