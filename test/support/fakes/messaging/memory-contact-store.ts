import { contactExists } from '#shared/messaging/domain/contact-exists.ts';
import { contactMatches } from '#shared/messaging/domain/contact-matches.ts';
import { addressesOf, type Contact, type ContactAddress } from '#shared/messaging/domain/contact.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { positionOf } from '#shared/messaging/store/contact-index.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';
import { requestInMemory } from '#test/support/fakes/webhooks/memory-erasure-store.ts';

/** Contacts over a memory core. */
export function createMemoryContactStore(core: MemoryCore): ContactStore {
  const { contacts } = core;

  function placeOf({ workspaceId, id }: Pick<Contact, 'workspaceId' | 'id'>): string {
    return withinWorkspace(workspaceId, id);
  }

  function requireUnchanged(before: Contact): void {
    if (contacts.get(placeOf(before))?.revision !== before.revision) throw new ConcurrentUpdateError();
  }

  function holderOf(workspaceId: string, { kind, value }: ContactAddress): Contact | undefined {
    return [...contacts.values()].find(
      (each) =>
        each.workspaceId === workspaceId &&
        addressesOf(each).some((own) => own.kind === kind && own.value === value),
    );
  }

  function requireFreeAddresses(contact: Contact): void {
    for (const address of addressesOf(contact)) {
      const holder = holderOf(contact.workspaceId, address);
      if (holder && holder.id !== contact.id) throw contactExists(address.kind, holder.id);
    }
  }

  return {
    async create(contact, events, context) {
      commitInMemory(core, context, () => {
        if (contacts.has(placeOf(contact))) throw new ConcurrentUpdateError();
        requireFreeAddresses(contact);
        takeQuota(core, 'contacts', contact.workspaceId);
        contacts.set(placeOf(contact), structuredClone(contact));
        for (const event of events) core.events.set(event.id, event);
      });
    },

    async find(workspaceId, id) {
      const found = contacts.get(withinWorkspace(workspaceId, id));
      return found && structuredClone(found);
    },

    async findByAddress(workspaceId, address) {
      return holderOf(workspaceId, address);
    },

    async list(workspaceId, { order, limit, after, ...filter }) {
      const sign = order === 'asc' ? 1 : -1;
      const found = [...contacts.values()]
        .filter((each) => each.workspaceId === workspaceId && contactMatches(each, filter))
        .filter((each) => after === undefined || sign * compare(positionOf(each), after) > 0)
        .toSorted((a, b) => sign * compare(positionOf(a), positionOf(b)));
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return { contacts: shown, readTo: found.length > limit && last ? positionOf(last) : undefined };
    },

    async save(before, after, events, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        requireFreeAddresses(after);
        contacts.set(placeOf(after), structuredClone(after));
        for (const event of events) core.events.set(event.id, event);
      });
    },

    async remove(contact, erasure, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(contact);
        requestInMemory(core, erasure);
        contacts.delete(placeOf(contact));
        releaseQuota(core, 'contacts', contact.workspaceId);
      });
    },
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
