import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contactKey } from '#shared/events/store/keys.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { indexEntryOf } from '#shared/messaging/store/contact-index.ts';
import { toContactItem } from '#shared/messaging/store/contact-items.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import type { Item, PartitionQuery, Table } from '#shared/platform/store/table.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const workspaceId = randomUUID();

/** A table whose index shows contacts as they were, and whose items are the contacts as they are. */
function tableWith(indexed: readonly Contact[], stored: readonly Contact[] = indexed) {
  const entries = indexed
    .map((contact) => ({ ...contactKey(workspaceId, contact.id), ownerSk: indexEntryOf(contact) }))
    .toSorted((a, b) => (a.ownerSk < b.ownerSk ? -1 : 1));
  const items = new Map<string, Item>(
    stored.map((contact) => [
      contactKey(workspaceId, contact.id).pk,
      toContactItem(contact, aContext().change),
    ]),
  );
  const reads = { entries: 0, items: 0 };
  const table = {
    async query({ from, to, descending, limit }: PartitionQuery) {
      const inRange = entries.filter(({ ownerSk }) => ownerSk >= from && ownerSk <= to);
      const rows = (descending ? inRange.toReversed() : inRange).slice(0, limit);
      reads.entries += rows.length;
      return rows;
    },
    async getAll(keys: readonly { pk: string }[]) {
      reads.items += keys.length;
      return keys.flatMap(({ pk }) => items.get(pk) ?? []);
    },
  };
  // Only what a list reads.
  return { reads, contacts: createDynamoContactReader(table as unknown as Table) };
}

function several(count: number, shape: (index: number) => Partial<Contact>): Contact[] {
  return Array.from({ length: count }, (_, index) =>
    aContact({ workspaceId, updatedAt: secondsAfterNow(index), ...shape(index) }),
  );
}

describe('a filtered list of contacts', () => {
  it('reads only the items that can match', async () => {
    const all = several(500, (index) => ({ tags: index % 100 === 0 ? ['rare', 'common'] : ['common'] }));
    const { contacts, reads } = tableWith(all);
    const { contacts: found, readTo } = await contacts.list(workspaceId, {
      tag: 'rare',
      order: 'asc',
      limit: 10,
    });

    expect(found.map(({ id }) => id)).toEqual(
      all.filter((_, index) => index % 100 === 0).map(({ id }) => id),
    );
    expect(readTo).toBeUndefined();
    expect(reads).toEqual({ entries: 500, items: 5 });
  });

  it('ends after 25,000 index entries, and continues from there', async () => {
    const all = several(26_000, (index) => ({ stage: index === 25_500 ? 'customer' : 'lead' }));
    const { contacts } = tableWith(all);
    const range = { stage: 'customer', order: 'asc', limit: 10 } as const;
    const first = await contacts.list(workspaceId, range);
    const second = await contacts.list(workspaceId, { ...range, after: first.readTo });

    expect(first).toMatchObject({ contacts: [], readTo: expect.any(String) });
    expect(second).toEqual({ contacts: [all[25_500]], readTo: undefined });
  });

  it('compares the contacts again, because the index is eventually consistent', async () => {
    const [moved, gone, other] = several(3, () => ({ stage: 'lead' }));
    if (!moved || !gone || !other) throw new Error('There are three contacts');
    const { contacts } = tableWith([moved, gone, other], [{ ...moved, stage: 'customer' }, other]);
    const page = await contacts.list(workspaceId, { stage: 'lead', order: 'asc', limit: 10 });

    expect(page.contacts).toEqual([other]);
  });

  it('contains a contact once, although the index shows it at two positions', async () => {
    const [before, other] = several(2, () => ({ stage: 'lead' }));
    if (!before || !other) throw new Error('There are two contacts');
    const after = { ...before, updatedAt: secondsAfterNow(60) };
    const { contacts } = tableWith([before, other, after], [other, after]);
    const page = await contacts.list(workspaceId, { stage: 'lead', order: 'asc', limit: 10 });

    expect(page.contacts).toEqual([after, other]);
  });

  it('fits all markers of a contact into a sort key of 1,024 bytes', () => {
    const tags = Array.from({ length: 40 }, (_, index) => `tag ${index}`);
    const contact = aContact({ stage: 'lead', platform: 'sms', tags });

    expect(Buffer.byteLength(indexEntryOf(contact))).toBeLessThan(300);
  });
});
