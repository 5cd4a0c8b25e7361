import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import { QueryCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import { toErasureItem } from '#shared/events/store/erasure-items.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoErasureStore } from '#shared/privacy/store/dynamo-erasure-store.ts';
import { anErasure } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

type Row = ReturnType<typeof toErasureItem>;

/** A store over these requests, and the number of items that it has read. */
function storeOf(erasures: readonly Erasure[]) {
  const rows = erasures
    .map((each) => toErasureItem(each, aContext().change))
    .toSorted((a, b) => (String(a.ownerSk) < String(b.ownerSk) ? -1 : 1));
  const byKey = new Map(rows.map((row) => [row.sk, row]));
  let reads = 0;
  const pack = (row: Row) => marshall(row, { removeUndefinedValues: true });
  const client: Pick<DynamoDBClient, 'send'> = {
    async send(command: { readonly input: object }) {
      if (command instanceof QueryCommand) {
        const values = unmarshall(command.input.ExpressionAttributeValues ?? {});
        const { Limit = 0 } = command.input;
        const found = rows.filter(({ ownerSk }) => String(ownerSk) >= values[':from']).slice(0, Limit);
        return { Items: found.map((row) => pack(row)) };
      }
      const { RequestItems } = command.input as {
        RequestItems: Record<string, { Keys: Record<string, never>[] }>;
      };
      const items = (RequestItems['core']?.Keys ?? []).flatMap(
        (key) => byKey.get(unmarshall(key)['sk']) ?? [],
      );
      reads += items.length;
      return { Responses: { core: items.map((row) => pack(row)) } };
    },
  };
  const table = createTable(client as DynamoDBClient, 'core');
  return { store: createDynamoErasureStore(table, table), reads: () => reads };
}

it('readDue returns all requests, more than one page of the index', async () => {
  const erasures = Array.from({ length: 12_001 }, () => anErasure());
  const { store } = storeOf(erasures);
  const { due, isComplete } = await store.readDue(secondsAfterNow(60));

  expect(isComplete).toBe(true);
  expect(new Set(due.map(({ id }) => id)).size).toBe(12_001);
}, 60_000);

it('readDue does not read the items of known requests', async () => {
  const erasures = Array.from({ length: 300 }, () => anErasure());
  const { store, reads } = storeOf(erasures);
  const known = new Map(erasures.slice(0, 250).map((each) => [each.id, each]));
  const { due } = await store.readDue(secondsAfterNow(60), known);

  expect([due.length, reads()]).toEqual([300, 50]);
});
