import { randomUUID } from 'node:crypto';
import { incomingSms } from '#local/messaging/sms-events.ts';
import { incomingWhatsApp } from '#local/messaging/whatsapp-events.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { type Conversation, newConversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { channelOf } from '#shared/messaging/domain/message-platform.ts';
import { newOutgoingMessage } from '#shared/messaging/domain/new-message.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { spellingsOf } from '#shared/messaging/domain/phone-spellings.ts';
import { withWish } from '#shared/messaging/use-cases/record-opt-out.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createRandom, type Random } from '#test/model/random.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aPhoneNumber, verified } from '#test/support/builders/messaging/phone-number-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import type { MessageLedger } from './message-ledger.ts';
import type { MessageParts } from './message-parts.ts';
import type { MessageQueues } from './message-queues.ts';

const SPANS = [MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS] as const;
/** The number of actions that a history can have at most; the search for a smaller one skips them. */
export const MAX_ACTIONS = 12;

/** A contact sends, stops, starts or writes; a user opts a contact out. */
type Kind = 'send' | 'stop' | 'start' | 'write' | 'opt-out';

export type MessageAction = { readonly at: number; readonly kind: Kind; readonly random: Random };

/** Numbers with two spellings, in one of them: a contact writes from the older one, and repeats a message from the other. */
const PHONES = {
  sms: ['+5541988170101', '+554188170102'],
  whatsapp: ['+525512340101', '+5215512340102'],
} as const;

/** The actions of a history, in order; the first ones send messages. */
export function drawMessageActions(
  seed: number,
  skip: ReadonlySet<number>,
): { readonly span: number; readonly actions: readonly MessageAction[] } {
  const random = createRandom(seed, 'actions');
  const span = random.pick(SPANS);
  const actions = Array.from({ length: random.between(2, MAX_ACTIONS) }, (_, index): MessageAction => {
    const later: readonly Kind[] = ['send', 'send', 'send', 'stop', 'start', 'write', 'opt-out'];
    const kind = index < 2 ? 'send' : (random.pick(later) ?? 'send');
    const at = Math.round(span * random.next());
    return { at, kind, random: createRandom(seed, `action/${index}`) };
  });
  return { span, actions: actions.filter((_, index) => !skip.has(index)) };
}

/** A contact with its conversation, and the number of the workspace that the conversation uses. */
export type Party = {
  readonly contact: Contact;
  readonly conversation: Conversation;
  readonly number: PhoneNumber;
};

/** One to three contacts on both platforms. */
export async function foundParties(seed: number, parts: MessageParts, now: Date): Promise<readonly Party[]> {
  const random = createRandom(seed, 'parties');
  const workspaceId = newId(now);
  const parties: Party[] = [];
  for (const platform of ['sms', 'whatsapp'] as const) {
    const before = aPhoneNumber({ id: newId(now), workspaceId, platform, phone: numberOf(platform) });
    const number = verified(before);
    await parts.numbers.create(before, aContext());
    await parts.numbers.save(before, number, aContext());
    for (let index = 0; index < random.between(1, 2); index += 1) {
      const phone = PHONES[platform][index] ?? null;
      const contact = aContact({ id: newId(now), workspaceId, phone, platform });
      await parts.contacts.create(contact, [], aContext());
      const identity = { workspaceId, contactId: contact.id, platform, phoneNumberId: number.id };
      const conversation = newConversation({ id: newId(now), ...identity }, now);
      await parts.conversations.create(conversation, aContext());
      parties.push({ contact, conversation, number });
    }
  }
  return parties;
}

/** Performs an action: the operations of the API are commands of the stores here, and contacts write through the provider. */
export async function actAs(
  party: Party,
  { kind, random }: MessageAction,
  world: {
    readonly parts: MessageParts;
    readonly queues: Pick<MessageQueues, 'publish'>;
    readonly ledger: MessageLedger;
    readonly now: number;
  },
): Promise<void> {
  const { parts, queues, ledger, now } = world;
  const at = new Date(now);
  const { workspaceId, id: conversationId } = party.conversation;
  if (kind === 'send') {
    const before = await parts.conversations.find(workspaceId, conversationId);
    if (!before) throw new Error('The conversation is gone');
    const content = { type: 'text', text: 'Hello' } as const;
    const message = newOutgoingMessage(before, { id: newId(at), content, now: at });
    ledger.nick(message.id);
    return parts.store.add(message, { before, after: withMessage(before, message, at) }, aContext());
  }
  if (kind === 'opt-out') {
    const before = await parts.contacts.find(workspaceId, party.contact.id);
    const channel = channelOf(party.conversation.platform);
    const edit = before && channel && withWish(before, { channel, kind: 'stop', at }, at);
    if (before && edit) await parts.contacts.save(before, edit.contact, [], aContext());
    return undefined;
  }
  const text = kind === 'write' ? 'When does it arrive?' : kind.toUpperCase();
  const spellings = spellingsOf(party.contact.phone ?? '');
  const shared = { id: randomUUID(), to: party.number.phone, text, answersTo: undefined };
  for (let copy = 0; copy < random.between(1, 2); copy += 1) {
    const from = spellings.at(-1 - copy) ?? spellings[0];
    const body =
      party.conversation.platform === 'sms'
        ? incomingSms({ ...shared, from })
        : incomingWhatsApp(
            { ...shared, from, name: 'Ada', content: { type: 'text', text: { body: text } } },
            now,
          );
    queues.publish({ via: 'topic', dueAt: now, body });
  }
}

function numberOf(platform: 'sms' | 'whatsapp'): string {
  return platform === 'sms' ? '+12065550101' : '+12065550102';
}
