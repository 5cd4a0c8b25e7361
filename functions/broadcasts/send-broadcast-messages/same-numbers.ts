import { type SkipReason, skipReason } from '#shared/broadcasts/domain/audience.ts';
import type { PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import { withSameNumber } from '#shared/messaging/use-cases/keep-opt-outs.ts';

export type SameNumberDependencies = {
  readonly contacts: Pick<ContactReader, 'findSameNumber'>;
  readonly recipients: Pick<RecipientStore, 'findAll'>;
};

/**
 * Why contacts that could get a message get none, by their IDs: their phone number has an opt-out under its other spelling, or a contact with
 * the other spelling is a recipient already. Pages of an audience are added one after the other, so the first contact of a number gets the
 * message.
 */
export function createSameNumberCheck({ contacts, recipients }: SameNumberDependencies) {
  return async (
    { id, sending }: PlatformBroadcast,
    candidates: readonly Contact[],
  ): Promise<ReadonlyMap<string, SkipReason>> => {
    const found = await Promise.all(
      candidates.map(async (contact) => ({ contact, same: await contacts.findSameNumber(contact) })),
    );
    const others = found.flatMap(({ same }) => same.contacts.map((other) => other.id));
    const earlier = others.length === 0 ? [] : await recipients.findAll(id, others);
    const taken = new Set(
      earlier.flatMap(({ contactId, status }) => (status === 'skipped' ? [] : contactId)),
    );
    const reasons = new Map<string, SkipReason>();
    for (const { contact, same } of found) {
      const isTaken = same.contacts.some((other) => taken.has(other.id));
      const reason =
        skipReason(withSameNumber(contact, same), sending.platform) ?? (isTaken ? 'same_number' : undefined);
      if (reason) reasons.set(contact.id, reason);
      else taken.add(contact.id);
    }
    return reasons;
  };
}
