import { randomUUID } from 'node:crypto';
import { type ContactChange, newContact } from '#shared/messaging/domain/contact-edit.ts';
import { toContactEvents } from '#shared/messaging/domain/contact-events.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { type Conversation, newConversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { toMessageEvents, toReceivedEvent } from '#shared/messaging/domain/message-events.ts';
import { advanced, claimed, type StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { newIncomingMessage, newOutgoingMessage } from '#shared/messaging/domain/new-message.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationStore } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageStore } from '#shared/messaging/store/dynamo-message-store.ts';
import { createDynamoReceiptStore } from '#shared/messaging/store/dynamo-receipt-store.ts';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { derivedId, newId } from '#shared/platform/runtime/ids.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { apiKeyKey } from '#shared/platform/store/keys.ts';
import { isCounted } from '#shared/platform/store/quota-writes.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { putItem } from '#shared/platform/store/write.ts';
import { type AwsCall, totalOf } from './aws-call.ts';
import { tapSdk } from './sdk-tap.ts';

/** The steps in the life of a conversation, in their order. */
export const MESSAGE_STEPS = [
  'conversation created',
  'message queued',
  'message claimed',
  'message accepted',
  'message delivered',
  'message received',
  'message received from a new contact',
] as const;

export type MessageStep = (typeof MESSAGE_STEPS)[number];

/** Write units of each step, those of indexes included. */
export type MessageUnits = ReadonlyMap<MessageStep, number>;

const TEXT = 'Your parcel is on its way. It arrives today between 14:00 and 16:00.';
const LEASE_MS = 60_000;
const KEY_HASH = 'cost';
const PERMISSION: Permission = 'salesbot:messages:send';

/**
 * Takes a contact through every step on the stores, and counts the write units that DynamoDB reports. Requests have no `Idempotency-Key`,
 * whose record would take two units more. Contacts that the quota counts, one in 16, are left out.
 */
export async function countMessageUnits(core: WritableTable): Promise<MessageUnits> {
  let current: AwsCall[] = [];
  const units = new Map<MessageStep, number>();
  const untap = tapSdk((call) => void current.push(call));
  try {
    await takeSteps(core, async (step, run) => {
      current = [];
      await run();
      units.set(step, totalOf(current).writes);
    });
  } finally {
    untap();
  }
  return units;
}

async function takeSteps(
  core: WritableTable,
  take: (step: MessageStep, run: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const now = new Date();
  const workspaceId = randomUUID();
  const conversations = createDynamoConversationStore(core);
  const messages = createDynamoMessageStore(core);
  const receipts = createDynamoReceiptStore(core, () => now);
  const recording = { now, newId, directory: [], correlationId: randomUUID() };
  await prepare(core, workspaceId, now);
  const contact = contactWith(workspaceId, '+12025550143', now);
  await createDynamoContactStore(core).create(contact.contact, [], bySystem(now));

  const parties = { contact: contact.contact, conversation: conversationWith(contact.contact, now) };
  const started = parties.conversation;
  await take('conversation created', () => conversations.create(started, byKey(now, [])));

  const content = { type: 'text', text: TEXT } as const;
  const queued = newOutgoingMessage(started, { id: newId(now), content, now });
  const conversation = withMessage(started, queued, now);
  const context = byKey(now, [PERMISSION]);
  await take('message queued', () => messages.add(queued, { before: started, after: conversation }, context));

  const lease = { token: randomUUID(), until: new Date(now.getTime() + LEASE_MS) };
  const sending = claimed(queued, lease, now);
  await take('message claimed', () => messages.claim(queued, sending, parties.contact, bySystem(now)));

  const news = { at: now, errorCode: null, provider: 'aws', providerMessageId: randomUUID() };
  async function report(before: Message, status: StatusNews['status']): Promise<Message> {
    const progress = advanced(before, { ...news, status });
    if (!progress) throw new Error(`The status ${status} is no news`);
    const events = toMessageEvents(progress.emits, progress.message, { ...parties, conversation }, recording);
    await messages.save(before, progress.message, events, bySystem(now));
    return progress.message;
  }
  let accepted = sending;
  await take('message accepted', async () => {
    await receipts.identify(news.provider, news.providerMessageId, sending);
    accepted = await report(sending, 'sent');
  });
  await take('message delivered', () => report(accepted, 'delivered'));

  const known = { before: parties.contact, after: parties.contact };
  const incoming = messageFrom(conversation, now);
  const answered = { before: conversation, after: withMessage(conversation, incoming, now) };
  await take('message received', () =>
    messages.receive(
      { message: incoming, contact: known, conversation: answered },
      [toReceivedEvent(incoming, { ...parties, conversation: answered.after }, recording)],
      bySystem(now),
    ),
  );

  const stranger = contactWith(workspaceId, '+12025550144', now);
  const theirs = conversationWith(stranger.contact, now);
  const first = messageFrom(theirs, now);
  const opened = { before: undefined, after: withMessage(theirs, first, now) };
  await take('message received from a new contact', () =>
    messages.receive(
      { message: first, contact: { before: undefined, after: stranger.contact }, conversation: opened },
      [
        ...toContactEvents(stranger, recording),
        toReceivedEvent(first, { contact: stranger.contact, conversation: opened.after }, recording),
      ],
      bySystem(now),
    ),
  );
}

/** The key of the caller, and a contact with a phone number, which creates the secret of the hashes of the workspace. */
async function prepare(core: WritableTable, workspaceId: string, now: Date): Promise<void> {
  const key = putItem({ ...apiKeyKey(KEY_HASH), permissions: [PERMISSION] });
  await commitWrites(core, [key], randomUUID());
  const { contact } = contactWith(workspaceId, '+12025550142', now);
  await createDynamoContactStore(core).create(contact, [], bySystem(now));
}

/** A contact that the quota does not count. */
function contactWith(workspaceId: string, phone: string, now: Date): ContactChange {
  for (;;) {
    const id = newId(now);
    if (!isCounted('contacts', id)) return newContact({ id, workspaceId }, { phone, platform: 'sms' }, now);
  }
}

function conversationWith({ workspaceId, id: contactId }: Contact, now: Date): Conversation {
  const identity = { workspaceId, contactId, platform: 'sms', phoneNumberId: newId(now) } as const;
  return newConversation({ ...identity, id: newId(now) }, now);
}

function messageFrom(conversation: Conversation, now: Date): Message {
  const providerMessageId = randomUUID();
  const content = { type: 'text', text: TEXT } as const;
  const incoming = { content, sentAt: now, provider: 'aws', providerMessageId };
  return newIncomingMessage(conversation, { ...incoming, id: derivedId(now, providerMessageId) }, now);
}

/** The context of a request whose command checks that the key has these permissions. */
function byKey(at: Date, permissions: readonly Permission[]): CommandContext {
  const actor = { kind: 'key', key: newId(at), member: newId(at) } as const;
  const callerKey = { hash: KEY_HASH, permissions, expiresAt: null };
  return contextOf({ actor, at, ...(permissions.length > 0 ? { callerKey } : {}) });
}

/** The context of a consumer. */
function bySystem(at: Date): CommandContext {
  return contextOf({ actor: { kind: 'system' }, at });
}

function contextOf(change: Pick<Change, 'actor' | 'at' | 'callerKey'>): CommandContext {
  const trace = { operation: 'send-message', requestId: randomUUID(), nonce: randomUUID() };
  return { change: { ...change, ...trace }, idempotencyRecord: null };
}
