import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { contactExists } from '#shared/messaging/domain/contact-exists.ts';
import { type Contact, type ContactAddress, addressesOf } from '#shared/messaging/domain/contact.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { contactAddressKey, contactHashKey, type Key } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, deleteItem, isNew, putItem, type Write } from '#shared/platform/store/write.ts';

const KEY_BYTES = 32;

/** Maximum number of hash keys that a container keeps. At the maximum it deletes all of them. */
const MAX_CACHED = 1000;

const hashKeyItem = v.object({ key: v.string() });
const addressItem = v.object({ contactId: v.string() });

type Change = { readonly before: Contact | undefined; readonly after: Contact | undefined };

/** The reads of `createContactAddresses`, for operations that may not write. */
export function createContactAddressReader(table: Table) {
  const { find } = createHashKeys(table);
  return {
    /** The id of the contact that has an address; strongly consistent. */
    async findContactId(workspaceId: string, address: ContactAddress): Promise<string | undefined> {
      const hashKey = await find(workspaceId);
      // Without a key, no contact of the workspace has ever had an address.
      if (hashKey === undefined) return undefined;
      const item = await table.get(addressKey(hashKey, workspaceId, address));
      return item && parseItem(addressItem, item).contactId;
    },
  };
}

/** The uniqueness items of addresses, under keyed hashes: a phone number has too few digits for a hash without a key. */
export function createContactAddresses(table: WritableTable) {
  const { find } = createHashKeys(table);

  /** If two requests create the first contacts concurrently, both use the key that was stored first. */
  async function ensure(workspaceId: string): Promise<string> {
    const found = await find(workspaceId);
    if (found !== undefined) return found;
    const key = randomBytes(KEY_BYTES).toString('base64');
    await tryWrite(table, putItem({ ...contactHashKey(workspaceId), workspaceId, key }, isNew));
    const stored = await find(workspaceId);
    if (stored === undefined) throw new ConcurrentUpdateError();
    return stored;
  }

  return {
    /** The writes that claim the new addresses of a contact, and release its previous addresses. */
    async writes({ id, workspaceId }: Pick<Contact, 'id' | 'workspaceId'>, change: Change): Promise<Write[]> {
      const { gained, lost } = differences(change);
      if (gained.length === 0 && lost.length === 0) return [];
      const hashKey = gained.length > 0 ? await ensure(workspaceId) : await find(workspaceId);
      if (hashKey === undefined) return [];
      const released = await table.getAll(lost.map((each) => addressKey(hashKey, workspaceId, each)));
      const isOwn: Condition = { expression: 'contactId = :contact', values: { ':contact': id } };
      return [
        ...gained.map((address) =>
          putItem(
            { ...addressKey(hashKey, workspaceId, address), workspaceId, contactId: id },
            {
              ...isOwn,
              expression: `attribute_not_exists(pk) OR ${isOwn.expression}`,
              onFailure: (found) =>
                contactExists(address.kind, parseItem(addressItem, found ?? {}).contactId),
            },
          ),
        ),
        // A claim of another contact stays: after a restore, two contacts can have one address.
        ...released
          .filter(({ contactId }) => contactId === id)
          .map(({ pk, sk }) => deleteItem({ pk: String(pk), sk: String(sk) }, isOwn)),
      ];
    },
  };
}

/** The key of a workspace for the hashes of its addresses. It never changes, so a container reads it once. */
function createHashKeys(table: Table) {
  const cache = new Map<string, string>();

  async function find(workspaceId: string): Promise<string | undefined> {
    const cached = cache.get(workspaceId);
    if (cached !== undefined) return cached;
    const item = await table.get(contactHashKey(workspaceId));
    if (!item) return undefined;
    const { key } = parseItem(hashKeyItem, item);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(workspaceId, key);
    return key;
  }
  return { find };
}

function differences({ before, after }: Change) {
  const [old, current] = [before, after].map((contact) => (contact ? addressesOf(contact) : []));
  const without = (list: readonly ContactAddress[] = [], others: readonly ContactAddress[] = []) =>
    list.filter(({ kind, value }) => !others.some((each) => each.kind === kind && each.value === value));
  return { gained: without(current, old), lost: without(old, current) };
}

function addressKey(hashKey: string, workspaceId: string, { kind, value }: ContactAddress): Key {
  const hash = createHmac('sha256', Buffer.from(hashKey, 'base64')).update(`${kind} ${value}`).digest('hex');
  return contactAddressKey(workspaceId, hash);
}
