import * as v from 'valibot';
import { UpdateItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { marshall, unmarshall } from './attribute-values.ts';
import { parseItem } from './item-schema.ts';
import { sequenceKey } from './sequential-keys.ts';
import type { WritableTable } from './table.ts';

const counterItem = v.object({ last: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/**
 * Increments a counter and returns the next integer id of a kind in a workspace, starting at 1. No id is returned twice. An
 * unused id, or one whose response was lost, leaves a harmless gap.
 */
export async function nextInSequence(
  table: WritableTable,
  workspaceId: string,
  kind: string,
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
