import { describe, expect, it } from 'vitest';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import { toRecipientItem } from '#shared/broadcasts/store/recipient-items.ts';
import { readByStatus } from '#shared/broadcasts/store/recipient-pages.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { aRecipient, aStartedBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const BROADCAST = aStartedBroadcast();

/** A table whose index shows recipients as they were before, and one of them even after its item has expired. */
function laggingTable(indexed: readonly Recipient[], stored: readonly Recipient[]) {
  const rows = indexed.map(toRecipientItem).toSorted((a, b) => (a.ownerSk < b.ownerSk ? -1 : 1));
  const items = new Map(stored.map(toRecipientItem).map((item) => [item.sk, item]));
  const table: Pick<Table, 'query' | 'getAll'> = {
    query: async ({ from, to, limit }) =>
      rows.filter(({ ownerSk }) => ownerSk >= from && ownerSk <= to).slice(0, limit),
    getAll: async (keys) => keys.flatMap(({ sk }) => items.get(sk) ?? []),
  };
  return table;
}

function failedAt(second: number, fields: Partial<Recipient> = {}): Recipient {
  const failed = { status: 'failed', statusAt: secondsAfterNow(second), reason: 'expired' } as const;
  return aRecipient(BROADCAST, { ...failed, ...fields });
}

describe('the recipients with a status', () => {
  it('are those that still have it', async () => {
    const [one, two, three] = [failedAt(1), failedAt(2), failedAt(3)];
    const table = laggingTable([one, two, three], [{ ...one, status: 'delivered' }, three]);

    expect(await readByStatus(table, BROADCAST.id, { status: 'failed', limit: 1 })).toEqual({
      recipients: [three],
      readTo: undefined,
    });
  });

  it('are read up to 1,000 at a time for a reason', async () => {
    const others = Array.from({ length: 1000 }, (_, second) => failedAt(second));
    const wanted = failedAt(2000, { reason: 'opted_out' });
    const table = laggingTable([...others, wanted], [...others, wanted]);
    const range = { status: 'failed', reason: 'opted_out', limit: 10 } as const;
    const first = await readByStatus(table, BROADCAST.id, range);

    expect(first.recipients).toEqual([]);
    expect(first.readTo).toBeDefined();
    expect(await readByStatus(table, BROADCAST.id, { ...range, after: first.readTo })).toEqual({
      recipients: [wanted],
      readTo: undefined,
    });
  });
});
