import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createContactAddresses,
  createContactAddressReader,
} from '#shared/messaging/store/contact-addresses.ts';
import { contactHashKey } from '#shared/messaging/store/keys.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { aContact, aFullContact } from '#test/support/builders/messaging/contact-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

const HASH_KEY = Buffer.alloc(32, 7).toString('base64');

/** A table with the hash key of every workspace, in which `holder` has all addresses. */
function tableWhere(holder: string, hashKey = HASH_KEY) {
  const asked: string[] = [];
  const table = {
    async get({ pk }: Key) {
      asked.push(pk);
      return { pk, sk: 'CK', key: hashKey };
    },
    async getAll(keys: readonly Key[]): Promise<Item[]> {
      return keys.map((key) => ({ ...key, contactId: holder }));
    },
  };
  // Only what addresses read.
  const writable = table as unknown as WritableTable;
  return { asked, table: writable, addresses: createContactAddresses(writable) };
}

describe('the addresses of a contact', () => {
  it('are in no key and no attribute of their items', async () => {
    const contact = aFullContact();
    const { addresses } = tableWhere(contact.id);
    const stored = JSON.stringify(await addresses.writes(contact, { before: undefined, after: contact }));

    expect(stored).toContain(contact.workspaceId);
    expect(stored.toLowerCase()).not.toMatch(/moreau|2025550143|2025550/u);
  });

  it('have other hashes under the key of another workspace', async () => {
    const contact = aFullContact();
    const keysOf = async (hashKey: string) =>
      (
        await tableWhere(contact.id, hashKey).addresses.writes(contact, { before: undefined, after: contact })
      ).map((write) => (write.kind === 'put' ? write.item.pk : undefined));
    const [one, other] = [await keysOf(HASH_KEY), await keysOf(Buffer.alloc(32, 8).toString('base64'))];

    expect(new Set([...one, ...other]).size).toBe(4);
  });

  it('are released only if they are those of the contact', async () => {
    const contact = aFullContact({ optOuts: new Map() });
    const change = { before: contact, after: undefined };

    expect(await tableWhere(randomUUID()).addresses.writes(contact, change)).toEqual([]);
    expect(await tableWhere(contact.id).addresses.writes(contact, change)).toMatchObject([
      { kind: 'delete' },
      { kind: 'delete' },
    ]);
  });

  it('leave the opt-outs of the phone number, and nothing about the contact', async () => {
    const contact = aFullContact({ optOuts: new Map([['sms', NOW]]) });
    const [email, phone] = await tableWhere(contact.id).addresses.writes(contact, {
      before: contact,
      after: undefined,
    });

    expect(email).toMatchObject({ kind: 'delete' });
    expect(phone).toMatchObject({ kind: 'put', item: { optOuts: { sms: NOW.getTime() } } });
    expect(phone?.kind === 'put' && Object.keys(phone.item).toSorted()).toEqual([
      'optOuts',
      'pk',
      'sk',
      'workspaceId',
    ]);
  });

  it('cost no read if they stay the same, and one read of the hash key per container', async () => {
    const contact = aFullContact();
    const { asked, addresses, table } = tableWhere(contact.id);
    await addresses.writes(contact, { before: contact, after: { ...contact, name: 'n' } });
    expect(asked).toEqual([]);

    await createContactAddressReader(table).findKeptOptOuts(contact.workspaceId, '+12025550143');
    asked.splice(1);
    for (const before of [aContact({ workspaceId: contact.workspaceId }), undefined])
      await addresses.writes(contact, { before, after: contact });
    expect(asked).toEqual([contactHashKey(contact.workspaceId).pk]);
  });
});
