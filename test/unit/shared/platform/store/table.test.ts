import type { BatchGetItemCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { marshall, unmarshall } from '#shared/platform/store/attribute-values.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { createTable } from '#shared/platform/store/table.ts';

/** A table without the items `gone`, which returns each batch in reverse and leaves `late` unprocessed once. */
function aTable(gone: string, late: string) {
  const sizes: number[] = [];
  const client = {
    async send({ input }: { readonly input: BatchGetItemCommandInput }) {
      const keys = (input.RequestItems?.['core']?.Keys ?? []).map((key) => unmarshall(key));
      sizes.push(keys.length);
      const isLate = ({ pk }: Record<string, unknown>) => pk === late && keys.length > 1;
      const found = keys.filter((key) => key['pk'] !== gone && !isLate(key)).toReversed();
      return {
        Responses: { core: found.map((key) => marshall(key)) },
        UnprocessedKeys: { core: { Keys: keys.filter(isLate).map((key) => marshall(key)) } },
      };
    },
  };
  const table = createTable(client as unknown as DynamoDBClient, 'core', async () => {});
  return { sizes, table };
}

describe('getAll', () => {
  const keys = Array.from({ length: 150 }, (_, index): Key => ({ pk: `P#${index}`, sk: 'P' }));

  it('reads 100 keys at a time, and unprocessed keys again', async () => {
    const { sizes, table } = aTable('none', 'P#7');
    await table.getAll(keys);

    expect(sizes).toEqual([100, 1, 50]);
  });

  it('returns the items that exist, in the order of the keys', async () => {
    const { table } = aTable('P#3', 'P#7');

    expect(await table.getAll(keys)).toEqual(keys.filter(({ pk }) => pk !== 'P#3'));
  });

  it('requests nothing for no keys', async () => {
    const { sizes, table } = aTable('none', 'none');

    expect([await table.getAll([]), sizes]).toEqual([[], []]);
  });
});
