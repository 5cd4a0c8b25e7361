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
import { spellingsOf } from '#shared/messaging/domain/phone-spellings.ts';
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

type AddressItem = v.InferOutput<typeof addressItem>;

/** The reads of `createContactAddresses`, for operations that may not write. */
export function createContactAddressReader(table: Table) {
  const { find } = createHashKeys(table);

  /** The items of an address under all its spellings, the canonical one first. A number with one spelling costs one read. */
  async function read(workspaceId: string, address: ContactAddress): Promise<AddressItem[]> {
    const hashKey = await find(workspaceId);
    // Without a key, no contact of the workspace has ever had an address.
    if (hashKey === undefined) return [];
    const items = await Promise.all(
      keysOfAddress(hashKey, workspaceId, address).map((key) => table.get(key)),
    );
    return items.flatMap((item) => (item ? parseItem(addressItem, item) : []));
  }

  return {
    /** The id of the contact that has an address; strongly consistent. */
    async findContactId(workspaceId: string, address: ContactAddress): Promise<string | undefined> {
      return (await read(workspaceId, address)).find(({ contactId }) => contactId !== undefined)?.contactId;
    },

    /** The opt-outs that a phone number keeps without a contact, under any spelling; strongly consistent. */
    async findKeptOptOuts(workspaceId: string, phone: string): Promise<Contact['optOuts']> {
      return keptIn(await read(workspaceId, { kind: 'phone', value: phone }));
    },

    /** What else is known about the phone number of a contact. Without a second spelling, nothing is read. Strongly consistent. */
    async findSameNumber({ id, workspaceId, phone }: Pick<Contact, 'id' | 'workspaceId' | 'phone'>) {
      const [value, ...others] = phone === null ? [] : spellingsOf(phone);
      const items =
        value === undefined || others.length === 0 ? [] : await read(workspaceId, { kind: 'phone', value });
      const contactIds = items.flatMap(({ contactId }) => contactId ?? []).filter((each) => each !== id);
      return { keptOptOuts: keptIn(items), contactIds };
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
    /**
     * The writes that claim the new addresses of a contact, and release its previous addresses. A phone number keeps its opt-outs. The item of
     * a phone number has its canonical spelling: a claim deletes the item that an earlier version stored under the other spelling.
     */
    async writes({ id, workspaceId }: Pick<Contact, 'id' | 'workspaceId'>, change: Change): Promise<Write[]> {
      const { gained, lost } = differences(change);
      const changed = phoneToClaimAgain(change);
      if (gained.length === 0 && lost.length === 0 && !changed) return [];
      const hashKey = gained.length > 0 ? await ensure(workspaceId) : await find(workspaceId);
      if (hashKey === undefined) return [];
      const keysOf = (address: ContactAddress) => keysOfAddress(hashKey, workspaceId, address);
      const holder = { workspaceId, id };
      const again = changed && (await canClaimAgain(keysOf(changed), id, change)) ? [changed] : [];
      const keys = lost.flatMap(keysOf);
      const held = new Map((await table.getAll(keys)).map(({ pk, contactId }) => [pk, contactId]));
      return [
        ...[...gained, ...again].flatMap((address) =>
          claimWrites(keysOf(address), holder, address, { ...change, isNew: gained.includes(address) }),
        ),
        // A claim of another contact stays: after a restore, two contacts can have one address.
        ...lost.flatMap((address) =>
          releaseWrites(
            keysOf(address).filter(({ pk }) => held.get(pk) === id),
            holder,
            address,
            change,
          ),
        ),
      ];
    },
  };

  /** Of two contacts that had the two spellings of a number before, each keeps its own, unless it takes that of the other. */
  async function canClaimAgain(keys: readonly Key[], id: string, change: Change): Promise<boolean> {
    if (change.before?.phone !== change.after?.phone) return true;
    const found = await Promise.all(keys.map((key) => table.get(key)));
    return found.every((item) => item?.['contactId'] === undefined || item['contactId'] === id);
  }
}

/** The phone number of an edit that changes only its spelling, or ends opt-outs that its other spelling can have kept. */
function phoneToClaimAgain({ before, after }: Change): ContactAddress | undefined {
  if (!before || !after || before.phone === null || after.phone === null) return undefined;
  const [value, ...others] = spellingsOf(after.phone);
  if (others.length === 0 || spellingsOf(before.phone)[0] !== value) return undefined;
  const endsOptOut = PHONE_CHANNELS.some((each) => before.optOuts.has(each) && !after.optOuts.has(each));
  return endsOptOut || before.phone !== after.phone ? { kind: 'phone', value } : undefined;
}

/** Claims the canonical key of an address, and deletes the items of its other keys. */
function claimWrites(
  [canonical, ...others]: readonly Key[],
  { workspaceId, id }: Pick<Contact, 'workspaceId' | 'id'>,
  { kind }: ContactAddress,
  change: Change & { readonly isNew: boolean },
): Write[] {
  if (!canonical) return [];
  const condition = claimable(id, kind, change);
  return [
    putItem({ ...canonical, workspaceId, contactId: id }, condition),
    ...others.map((key) => deleteItem(key, condition)),
  ];
}

/** No other contact has the address, and a phone number has kept no opt-out that its contact neither has nor ends by this change. */
function claimable(
  id: string,
  kind: ContactAddress['kind'],
  { before, after, optedIn, isNew: isGained }: Change & { readonly isNew: boolean },
): Condition {
  const isOwn = ownedBy(id);
  const missing = after ? channelsWithoutOptOut(after, optedIn) : [];
  const channels = isGained ? missing : missing.filter((channel) => !before?.optOuts.has(channel));
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

/** Deletes the items of an address, or leaves the opt-outs of a phone number in the first one, without its contact. */
function releaseWrites(
  keys: readonly Key[],
  { workspaceId, id }: Pick<Contact, 'workspaceId' | 'id'>,
  { kind }: ContactAddress,
  { before, after }: Change,
): Write[] {
  const kept = kind === 'phone' && before ? optOutsOfPhone(before, after) : new Map<MessagingChannel, Date>();
  const optOuts = Object.fromEntries([...kept].map(([channel, at]) => [channel, at.getTime()]));
  return keys.map((key, index) =>
    index === 0 && kept.size > 0
      ? putItem({ ...key, workspaceId, optOuts }, ownedBy(id))
      : deleteItem(key, ownedBy(id)),
  );
}

function ownedBy(id: string): Condition {
  return { expression: 'contactId = :contact', values: { ':contact': id } };
}

/** The opt-outs of items without a contact. If several spellings have kept one, the latest counts. */
function keptIn(items: readonly AddressItem[]): Contact['optOuts'] {
  return new Map(
    PHONE_CHANNELS.flatMap((channel) => {
      const times = items.flatMap(({ contactId, optOuts }) =>
        contactId === undefined ? (optOuts?.[channel] ?? []) : [],
      );
      const [latest] = times.toSorted((a, b) => b.getTime() - a.getTime());
      return latest ? [[channel, latest] as const] : [];
    }),
  );
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

/** The keys under which an address is found: that of its canonical form, and that of the other spelling of a phone number. */
function keysOfAddress(hashKey: string, workspaceId: string, { kind, value }: ContactAddress): Key[] {
  const spellings = kind === 'phone' ? spellingsOf(value) : [value];
  return spellings.map((spelling) => {
    const hmac = createHmac('sha256', Buffer.from(hashKey, 'base64'));
    return contactAddressKey(workspaceId, hmac.update(`${kind} ${spelling}`).digest('hex'));
  });
}
