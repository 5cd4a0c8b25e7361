import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { type ContactChange, newContact } from '#shared/messaging/domain/contact-edit.ts';
import { toContactEvents } from '#shared/messaging/domain/contact-events.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { newConversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { withKeptOptOuts } from '#shared/messaging/domain/kept-opt-outs.ts';
import { toReceivedEvent } from '#shared/messaging/domain/message-events.ts';
import { channelOf } from '#shared/messaging/domain/message-platform.ts';
import type { MessageContent } from '#shared/messaging/domain/message.ts';
import { newIncomingMessage } from '#shared/messaging/domain/new-message.ts';
import { optOutOf } from '#shared/messaging/domain/opt-out-words.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { dialledNumber, numbersOfWhatsappId } from '#shared/messaging/domain/phone-spellings.ts';
import type { IncomingReport } from '#shared/messaging/domain/provider-report.ts';
import type { ReceiptOutcome } from '#shared/messaging/metrics.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageStore, SentMessages } from '#shared/messaging/ports/message-store.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { keepOptOuts } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import { receivedMessageId } from '#shared/messaging/use-cases/received-message-id.ts';
import { createWishRecorder, type Wish, withWish } from '#shared/messaging/use-cases/record-opt-out.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { receivedLine } from '#shared/platform/core/text.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { type FileDependencies, storeFile } from './store-file.ts';

/** After this many receives of the same receipt, a message is recorded without a file that cannot be stored. */
const FILE_RECEIVES = 3;

/** Longest name of a contact. */
const MAX_NAME = 255;

const E164 = /^\+[1-9]\d{6,14}$/u;

const UNASSIGNED = {
  code: 'NUMBER_UNASSIGNED',
  message: 'A message to a number that no workspace has verified',
};
const WITHOUT_FILE = {
  code: 'FILE_NOT_STORED',
  message: 'The file of a message could not be stored; the message is recorded without it',
};

export type ReceiveDependencies = FileDependencies & {
  readonly store: Pick<SentMessages, 'find'> & Pick<MessageStore, 'receive'>;
  readonly contacts: Pick<
    ContactStore,
    'find' | 'save' | 'findByAddress' | 'findKeptOptOuts' | 'findSameNumber'
  >;
  readonly conversations: Pick<ConversationReader, 'findOpen'>;
  readonly numbers: Pick<PhoneNumberReader, 'findReceiver'>;
  readonly endpoints: EndpointDirectory;
  readonly backOff: BackOff;
  readonly log: Log;
};

/**
 * Records a message from a contact: with its contact and its conversation if they are new, with the wish of the contact to stop messages,
 * and with all events in one transaction. Its ID is derived from that of the provider, so a repeated receipt records nothing.
 */
export function createReceiver(deps: ReceiveDependencies) {
  const { store, contacts, conversations, numbers, endpoints, backOff, log } = deps;
  const recordWish = createWishRecorder(deps);

  return async (
    report: IncomingReport,
    receiveCount: number,
    newChange: () => Change,
  ): Promise<ReceiptOutcome> => {
    const number = await numbers.findReceiver(report.platform, report.to);
    if (!number || !E164.test(report.from)) {
      log.info(UNASSIGNED, { platform: report.platform });
      return 'ignored';
    }
    const { workspaceId } = number;
    const id = receivedMessageId(report.provider, report.providerMessageId);
    if (await store.find(workspaceId, id)) return 'known';
    const content = await contentOf(report, number, receiveCount, newChange);
    return retryOnConflict(backOff, () => record({ report, number, id, content }, newChange));
  };

  async function record(
    {
      report,
      number,
      id,
      content,
    }: {
      readonly report: IncomingReport;
      readonly number: PhoneNumber;
      readonly id: string;
      readonly content: MessageContent;
    },
    newChange: () => Change,
  ): Promise<ReceiptOutcome> {
    const change = newChange();
    const { workspaceId, platform, id: phoneNumberId } = number;
    const { sentAt, provider, providerMessageId } = report;
    const now = change.at;
    const wish = wishOf(report, now);
    const senders = numbersOf(report);
    const known = await findContact(workspaceId, senders);
    const found = known && wish ? await withWishOfNumber(known, wish, newChange) : known;
    const optedIn = wish?.kind === 'start' ? wish : undefined;
    const contact = found
      ? knownContact(found, wish, now)
      : await keepOptOuts(
          contacts,
          undefined,
          firstContact({ ...report, from: senders[0] }, workspaceId, wish, now),
          optedIn,
        );
    const { id: contactId } = contact.contact;
    const open = found && (await conversations.findOpen(workspaceId, contactId, platform));
    const parties = { id: newId(now), workspaceId, contactId, platform, phoneNumberId };
    const started = open ?? newConversation(parties, now);
    const incoming = { id, content, sentAt, provider, providerMessageId };
    const message = newIncomingMessage({ ...started, phoneNumberId }, incoming, now);
    const moved = withMessage(started, message, now);
    const conversation = open ? moved : { ...moved, revision: started.revision };
    const directory = await endpoints.readDirectory(workspaceId);
    const recording = { newId, now, directory, correlationId: change.requestId };
    const events = [
      ...toContactEvents(contact, recording),
      toReceivedEvent(message, { contact: contact.contact, conversation }, recording),
    ];
    const isNew = await store.receive(
      {
        message,
        contact: { before: found, after: contact.contact, optedIn: optedIn?.channel },
        conversation: { before: open, after: conversation },
      },
      events,
      { change, idempotencyRecord: null },
    );
    return isNew ? 'received' : 'known';
  }

  async function findContact(workspaceId: string, phones: readonly string[]): Promise<Contact | undefined> {
    for (const value of phones) {
      const found = await contacts.findByAddress(workspaceId, { kind: 'phone', value });
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Records a wish for the other contacts with the number of a contact, before the message: a repeated receipt of a recorded message does
   * nothing. Returns the contact with the opt-outs that the other spelling of its number has kept, so that the message can end them.
   */
  async function withWishOfNumber(contact: Contact, wish: Wish, newChange: () => Change): Promise<Contact> {
    const { keptOptOuts, contacts: others } = await contacts.findSameNumber(contact);
    for (const { workspaceId, id } of others)
      await recordWish({ workspaceId, contactId: id }, wish, newChange);
    return withKeptOptOuts(contact, keptOptOuts);
  }

  async function contentOf(
    { text, file, sentAt, isKnown }: IncomingReport,
    number: PhoneNumber,
    receiveCount: number,
    newChange: () => Change,
  ): Promise<MessageContent> {
    if (file === null) return isKnown && text !== null ? { type: 'text', text } : { type: 'other', text };
    const { type, caption } = file;
    try {
      return { type, mediaId: await storeFile(deps, { file, number, sentAt }, newChange), text: caption };
    } catch (error) {
      if (receiveCount < FILE_RECEIVES) throw error;
      log.warn(WITHOUT_FILE, { workspace_id: number.workspaceId });
      return { type, mediaId: null, text: caption };
    }
  }
}

/** The phone numbers that the sender can have, as people dial them; the first is that of a new contact. */
function numbersOf({ platform, from }: IncomingReport): readonly [string, ...string[]] {
  return platform === 'whatsapp' ? numbersOfWhatsappId(from) : [dialledNumber(from)];
}

/**
 * The sandbox is no channel, so its messages say nothing about further ones. Nor does what another kind of message shows: a place can be named
 * “Stop”. A wish is as old as its message, and never in the future.
 */
function wishOf({ platform, text, sentAt, isKnown }: IncomingReport, now: Date): Wish | undefined {
  const channel = channelOf(platform);
  const kind = channel === undefined || !isKnown ? undefined : optOutOf(text);
  if (channel === undefined || kind === undefined) return undefined;
  return { channel, kind, at: sentAt < now ? sentAt : now };
}

/** The contact of the first message from a phone number. */
function firstContact(
  { platform, from, name }: IncomingReport,
  workspaceId: string,
  wish: Wish | undefined,
  now: Date,
): ContactChange {
  const optOuts = wish?.kind === 'stop' ? new Map([[wish.channel, wish.at]]) : undefined;
  const fields = { phone: from, platform, name: receivedLine(name, MAX_NAME), optOuts };
  return newContact({ id: newId(now), workspaceId }, fields, now);
}

/** A known contact after its message. */
function knownContact(found: Contact, wish: Wish | undefined, now: Date): ContactChange {
  return (wish && withWish(found, wish, now)) ?? { contact: found, happened: [] };
}
