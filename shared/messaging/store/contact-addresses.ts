import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import { contactExists } from '#shared/messaging/domain/contact-exists.ts';
import { type Contact, type ContactAddress, addressesOf } from '#shared/messaging/domain/contact.ts';
import {
  channelsWithoutOptOut,
  optOutsOfPhone,
  PHONE_CHANNELS,
} from '#shared/messaging/domain/kept-opt-outs.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { instant, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, deleteItem, isNew, putItem, type Write } from '#shared/platform/store/write.ts';
import { contactAddressKey, contactHashKey } from './keys.ts';

const KEY_BYTES = 32;

/** Maximum number of hash keys that a container keeps. At the maximum it deletes all of them. */
const MAX_CACHED = 1000;

const hashKeyItem = v.object({ key: v.string() });

/** An address belongs to a contact, or it is a phone number without a contact that keeps the time of each opt-out. */
const addressItem = v.object({
  contactId: v.optional(v.string()),
  optOuts: v.optional(v.partial(v.object({ sms: instant, whatsapp: instant }))),
});

type Change = {
  readonly before: Contact | undefined;
  readonly after: Contact | undefined;
  /** The channel on which the owner of a new phone number allows messages again. */
  readonly optedIn?: MessagingChannel | undefined;
};

/** The reads of `createContactAddresses`, for operations that may not write. */
export function createContactAddressReader(table: Table) {
  const { find } = createHashKeys(table);

  async function read(workspaceId: string, address: ContactAddress) {
    const hashKey = await find(workspaceId);
    // Without a key, no contact of the workspace has ever had an address.
    if (hashKey === undefined) return undefined;
    const item = await table.get(addressKey(hashKey, workspaceId, address));
    return item && parseItem(addressItem, item);
  }

  return {
    /** The id of the contact that has an address; strongly consistent. */
    async findContactId(workspaceId: string, address: ContactAddress): Promise<string | undefined> {
      return (await read(workspaceId, address))?.contactId;
    },

    /** The opt-outs of a phone number without a contact; strongly consistent. */
    async findKeptOptOuts(workspaceId: string, phone: string): Promise<Contact['optOuts']> {
      const { optOuts } = (await read(workspaceId, { kind: 'phone', value: phone })) ?? {};
      return new Map(
        PHONE_CHANNELS.flatMap((channel) => {
          const at = optOuts?.[channel];
          return at ? [[channel, at] as const] : [];
        }),
      );
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
    /** The writes that claim the new addresses of a contact, and release its previous addresses. A phone number keeps its opt-outs. */
    async writes({ id, workspaceId }: Pick<Contact, 'id' | 'workspaceId'>, change: Change): Promise<Write[]> {
      const { gained, lost } = differences(change);
      if (gained.length === 0 && lost.length === 0) return [];
      const hashKey = gained.length > 0 ? await ensure(workspaceId) : await find(workspaceId);
      if (hashKey === undefined) return [];
      const keyOf = (address: ContactAddress) => addressKey(hashKey, workspaceId, address);
      const held = new Map((await table.getAll(lost.map(keyOf))).map(({ pk, contactId }) => [pk, contactId]));
      const isOwn: Condition = { expression: 'contactId = :contact', values: { ':contact': id } };
      return [
        ...gained.map((address) =>
          putItem({ ...keyOf(address), workspaceId, contactId: id }, claimable(isOwn, address, change)),
        ),
        // A claim of another contact stays: after a restore, two contacts can have one address.
        ...lost
          .filter((address) => held.get(keyOf(address).pk) === id)
          .map((address) => releaseWrite(keyOf(address), { workspaceId, address, isOwn }, change)),
      ];
    },
  };
}

/** No other contact has the address, and a phone number has kept no opt-out that its new contact does not have. */
function claimable(isOwn: Condition, { kind }: ContactAddress, { after, optedIn }: Change): Condition {
  const channels = after ? channelsWithoutOptOut(after, optedIn) : [];
  const free = ['contactId', ...channels.map((channel) => `optOuts.${channel}`)]
    .map((path) => `attribute_not_exists(${path})`)
    .join(' AND ');
  return {
    ...isOwn,
    expression: `${isOwn.expression} OR (${free})`,
    onFailure(found) {
      const { contactId } = parseItem(addressItem, found ?? {});
      // The opt-outs were kept after the contact was read: the next attempt reads them.
      return contactId === undefined ? undefined : contactExists(kind, contactId);
    },
  };
}

/** Deletes the item of an address, or leaves the opt-outs of a phone number in it, without its contact. */
function releaseWrite(
  key: Key,
  {
    workspaceId,
    address: { kind },
    isOwn,
  }: { readonly workspaceId: string; readonly address: ContactAddress; readonly isOwn: Condition },
  { before, after }: Change,
): Write {
  const kept = kind === 'phone' && before ? optOutsOfPhone(before, after) : undefined;
  if (!kept || kept.size === 0) return deleteItem(key, isOwn);
  const optOuts = Object.fromEntries([...kept].map(([channel, at]) => [channel, at.getTime()]));
  return putItem({ ...key, workspaceId, optOuts }, isOwn);
}

/** The keys that a container has read, by table: several stores of a function share them. */
const hashKeys = new WeakMap<Table, Map<string, string>>();

/** The key of a workspace for the hashes of its addresses. It never changes, so a container reads it once. */
function createHashKeys(table: Table) {
  const cache = hashKeys.get(table) ?? new Map<string, string>();
  hashKeys.set(table, cache);

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
