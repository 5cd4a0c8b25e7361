import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { numberedCounterKey } from './publishing-keys.ts';

/** What posts name by integers: accounts, tags, media. */
export type NumberedKind = Parameters<typeof numberedCounterKey>[1];

const counterItem = v.object({ last: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/**
 * The next integer of a kind in a workspace, from 1 on and never the same twice (decisions 0, C5). Whoever takes one and
 * does not use it leaves a gap, as does an answer that was lost: that does no harm.
 */
export async function nextNumber(table: Table, workspaceId: string, kind: NumberedKind): Promise<number> {
  const key = numberedCounterKey(workspaceId, kind);
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
