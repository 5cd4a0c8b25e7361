import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import { nextDateOf } from '#shared/messaging/domain/contact-dates.ts';
import { contactExists } from '#shared/messaging/domain/contact-exists.ts';
import { contactMatches } from '#shared/messaging/domain/contact-matches.ts';
import { addressesOf, type Contact, type ContactAddress } from '#shared/messaging/domain/contact.ts';
import { channelsWithoutOptOut, optOutsOfPhone } from '#shared/messaging/domain/kept-opt-outs.ts';
import { dialledNumber } from '#shared/messaging/domain/phone-spellings.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { toDatedEntry } from '#shared/messaging/store/contact-index.ts';
import { positionOf } from '#shared/messaging/store/marked-index.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { pageOf } from '#test/support/fakes/platform/memory-page.ts';
import { countResource, releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';
import { requestInMemory } from '#test/support/fakes/privacy/memory-erasure-store.ts';

/** Contacts over a memory core. */
export function createMemoryContactStore(core: MemoryCore): ContactStore {
  const { contacts } = core;

  return {
    async create(contact, events, context) {
      commitInMemory(core, context, () => {
        requireNewContact(core, contact);
        requireKeptOptOuts(core, contact);
        takeQuota(core, 'contacts', contact.workspaceId);
        forgetKeptOptOuts(core, undefined, contact);
        contacts.set(placeOf(contact), structuredClone(contact));
        for (const event of events) core.events.set(event.id, event);
      });
    },

    async createBySignup(contact, events, context) {
      commitInMemory(core, context, () => {
        requireNewContact(core, contact);
        countResource(core, 'contacts', contact.workspaceId);
        contacts.set(placeOf(contact), structuredClone(contact));
        for (const event of events) core.events.set(event.id, event);
      });
    },

    async find(workspaceId, id) {
      const found = contacts.get(withinWorkspace(workspaceId, id));
      return found && structuredClone(found);
    },

    async findByAddress(workspaceId, address) {
      return holderOf(core, workspaceId, address);
    },

    async findKeptOptOuts(workspaceId, phone) {
      return new Map(core.keptOptOuts.get(withinWorkspace(workspaceId, dialledNumber(phone))));
    },

    async findSameNumber({ id, workspaceId, phone }) {
      const others = [...contacts.values()].filter(
        (each) =>
          each.workspaceId === workspaceId &&
          each.id !== id &&
          phone !== null &&
          isSameNumber(each.phone, phone),
      );
      const kept =
        phone === null ? undefined : core.keptOptOuts.get(withinWorkspace(workspaceId, dialledNumber(phone)));
      return { keptOptOuts: new Map(kept), contacts: structuredClone(others) };
    },

    async list(workspaceId, { order, limit, after, ...filter }) {
      const found = [...contacts.values()].filter(
        (each) => each.workspaceId === workspaceId && contactMatches(each, filter),
      );
      const { shown, readTo } = pageOf(found, positionOf, { order, limit, after });
      return { contacts: shown, readTo };
    },

    async listDated(workspaceId, until, limit, after) {
      return [...contacts.values()]
        .filter((each) => each.workspaceId === workspaceId)
        .flatMap((each) => {
          const day = nextDateOf(each);
          return day === null || day > until ? [] : [{ day, id: each.id }];
        })
        .toSorted((a, b) => (toDatedEntry(a) < toDatedEntry(b) ? -1 : 1))
        .filter((each) => after === undefined || toDatedEntry(each) > toDatedEntry(after))
        .slice(0, limit);
    },

    async save(before, after, events, context) {
      commitInMemory(core, context, () => {
        requireUnchangedContact(core, before);
        requireFreeAddresses(core, after, before);
        if (!isSameNumber(after.phone, before.phone)) {
          requireKeptOptOuts(core, after);
          keepOptOuts(core, before, after);
        }
        forgetKeptOptOuts(core, before, after);
        contacts.set(placeOf(after), structuredClone(after));
        for (const event of events) core.events.set(event.id, event);
      });
    },

    async remove(contact, erasure, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchangedContact(core, contact);
        requestInMemory(core, erasure);
        contacts.delete(placeOf(contact));
        keepOptOuts(core, contact);
        releaseQuota(core, 'contacts', contact.workspaceId);
      });
    },
  };
}

/** Requires that nobody has changed or deleted the contact, within a command. */
export function requireUnchangedContact(core: MemoryCore, before: Contact): void {
  if (core.contacts.get(placeOf(before))?.revision !== before.revision) throw new ConcurrentUpdateError();
}

/** Requires that a contact is new and that its addresses are free, within a command. */
export function requireNewContact(core: MemoryCore, contact: Contact): void {
  if (core.contacts.has(placeOf(contact))) throw new ConcurrentUpdateError();
  requireFreeAddresses(core, contact);
}

/** Requires that the new phone number of a contact has kept no opt-out that the contact does not have, within a command. */
export function requireKeptOptOuts(core: MemoryCore, contact: Contact, optedIn?: MessagingChannel): void {
  if (contact.phone === null) return;
  const kept = core.keptOptOuts.get(withinWorkspace(contact.workspaceId, dialledNumber(contact.phone)));
  if (channelsWithoutOptOut(contact, optedIn).some((channel) => kept?.has(channel)))
    throw new ConcurrentUpdateError();
}

/** The phone number of a contact keeps no opt-outs after the contact got them with the number, or ended them. */
export function forgetKeptOptOuts(core: MemoryCore, before: Contact | undefined, after: Contact): void {
  const isOver =
    !before ||
    !isSameNumber(before.phone, after.phone) ||
    [...before.optOuts.keys()].some((channel) => !after.optOuts.has(channel));
  if (isOver && after.phone !== null)
    core.keptOptOuts.delete(withinWorkspace(after.workspaceId, dialledNumber(after.phone)));
}

function keepOptOuts(core: MemoryCore, before: Contact, after?: Contact): void {
  if (before.phone !== null)
    core.keptOptOuts.set(
      withinWorkspace(before.workspaceId, dialledNumber(before.phone)),
      optOutsOfPhone(before, after),
    );
}

/** Requires that no other contact has an address that the contact gets, within a command. */
export function requireFreeAddresses(core: MemoryCore, contact: Contact, before?: Contact): void {
  const { email, phone } = contact;
  const gained = {
    email: email === before?.email ? null : email,
    phone: phone === before?.phone ? null : phone,
  };
  for (const address of addressesOf(gained)) {
    const holder = holderOf(core, contact.workspaceId, address);
    if (holder && holder.id !== contact.id) throw contactExists(address.kind, holder.id);
  }
}

function isSameNumber(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : dialledNumber(one) === dialledNumber(other);
}

function placeOf({ workspaceId, id }: Pick<Contact, 'workspaceId' | 'id'>): string {
  return withinWorkspace(workspaceId, id);
}

function holderOf(
  { contacts }: MemoryCore,
  workspaceId: string,
  { kind, value }: ContactAddress,
): Contact | undefined {
  const wanted = kind === 'phone' ? dialledNumber(value) : value;
  return [...contacts.values()].find(
    (each) =>
      each.workspaceId === workspaceId &&
      addressesOf(each).some((own) => own.kind === kind && own.value === wanted),
  );
}
