import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import type { Contact } from './contact.ts';

/** The channels on which a phone number is the address of a contact. Opt-outs on the others belong to the contact only. */
export const PHONE_CHANNELS = ['sms', 'whatsapp'] as const satisfies readonly MessagingChannel[];

type OptOuts = Contact['optOuts'];

/**
 * The opt-outs that a phone number keeps when it no longer belongs to its contact (docs/specification/messaging.md#opt-outs). Those that the contact
 * has from its next number are not opt-outs of this one, and those that the same edit ended are none either.
 * @param after the contact with another number; undefined if the contact is deleted
 */
export function optOutsOfPhone(
  { optOuts }: Pick<Contact, 'optOuts'>,
  after: Pick<Contact, 'optOuts'> | undefined,
): OptOuts {
  return new Map(
    [...optOuts].filter(([channel]) => isPhoneChannel(channel) && (!after || after.optOuts.has(channel))),
  );
}

/** The owner of a phone number allows messages on a channel again, at a time. */
export type OptIn = { readonly channel: MessagingChannel; readonly at: Date };

/**
 * The contact with the opt-outs that its new phone number has kept, except one that is older than the message by which the owner of the
 * number allows messages again. Its own opt-outs keep their times.
 */
export function withKeptOptOuts(contact: Contact, kept: OptOuts, optedIn?: OptIn): Contact {
  const further = [...kept].filter(([channel, since]) => channel !== optedIn?.channel || since > optedIn.at);
  return { ...contact, optOuts: new Map([...further, ...contact.optOuts]) };
}

/**
 * The channels on which a contact may get a phone number only if the number has kept no opt-out: all that the contact has not opted out
 * of. `optedIn` is the channel on which the owner of the number allows messages again in the same transaction.
 */
export function channelsWithoutOptOut(
  { optOuts }: Pick<Contact, 'optOuts'>,
  optedIn: MessagingChannel | undefined,
): MessagingChannel[] {
  return PHONE_CHANNELS.filter((channel) => channel !== optedIn && !optOuts.has(channel));
}

function isPhoneChannel(channel: MessagingChannel): boolean {
  return PHONE_CHANNELS.some((each) => each === channel);
}
