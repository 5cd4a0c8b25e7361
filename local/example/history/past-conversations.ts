import { connectNumber } from '#local/example/example-conversations.ts';
import {
  assignConversation,
  closeConversation,
  type Conversation,
  newConversation,
  withMessage,
} from '#shared/messaging/domain/conversation.ts';
import { advanced, claimed } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { newIncomingMessage, newOutgoingMessage } from '#shared/messaging/domain/new-message.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationStore } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageStore } from '#shared/messaging/store/dynamo-message-store.ts';
import { createDynamoPhoneNumberStore } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { receivedMessageId } from '#shared/messaging/use-cases/received-message-id.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { changeAt, type History, type HistoryStep, timeBefore } from './history.ts';
import { pastContactId } from './past-contacts.ts';
import { PAST_CONVERSATIONS, type PastConversation, type PastLine } from './past-conversation-texts.ts';
import { colleague } from './past-team.ts';
import { idAt } from './seeded.ts';

/** An answer arrives so many milliseconds after it was sent. */
const DELIVERED_AFTER_MS = 2100;
const ASSIGNED_AFTER_MS = MINUTE_MS;
const CLOSED_AFTER_MS = 20 * MINUTE_MS;

/** Connects the number of the sandbox, and then writes each conversation. */
export const PAST_CONVERSATION_STEPS: readonly HistoryStep[] = [
  connectNumber,
  ...PAST_CONVERSATIONS.map(
    (example): HistoryStep =>
      (history) =>
        writeConversation(history, example),
  ),
];

/** One write of a conversation, with the conversation that it leaves. */
type Write = {
  readonly after: Conversation;
  readonly execute: (before: Conversation | undefined) => Promise<unknown>;
};

/** Makes the writes in order. Each increments the revision, so the stored revision tells which of them an earlier start has made. */
async function writeConversation(history: History, example: PastConversation): Promise<void> {
  const { core, workspaceId } = history;
  const first = await firstConversation(history, example);
  const stored = await createDynamoConversationStore(core).find(workspaceId, first.id);
  let before: Conversation | undefined;
  for (const { after, execute } of writesOf(history, example, first)) {
    if (!stored || stored.revision < after.revision) await execute(before);
    before = after;
  }
}

async function firstConversation(history: History, example: PastConversation): Promise<Conversation> {
  const { core, workspaceId } = history;
  const { platform, contact, daysAgo, time } = example;
  const at = timeBefore(history, daysAgo, time);
  const numbers = await createDynamoPhoneNumberStore(core).list(workspaceId);
  const number = numbers.find((each) => each.platform === platform);
  return newConversation(
    {
      id: idAt(at, `${workspaceId} conversation ${contact}`),
      workspaceId,
      contactId: pastContactId(history, contact),
      platform,
      phoneNumberId: number?.id ?? null,
    },
    at,
  );
}

function writesOf(history: History, example: PastConversation, first: Conversation): readonly Write[] {
  const { assignedTo, isClosed, lines } = example;
  const agent = assignedTo === 'owner' ? history.owner : colleague(history, 'support');
  const conversations = createDynamoConversationStore(history.core);
  const writes: Write[] = [];
  let current = first;
  let at = first.createdAt;
  for (const [index, line] of lines.entries()) {
    at = new Date(at.getTime() + line[1] * MINUTE_MS);
    current = add(messageWrite(history, { conversation: current, line, index, at, agent }));
    if (index === 0 && assignedTo !== null) {
      const later = new Date(at.getTime() + ASSIGNED_AFTER_MS);
      change(
        assignConversation(current, { memberId: agent.member, name: agent.name }, later),
        later,
        'assign',
      );
    }
  }
  const end = new Date(at.getTime() + CLOSED_AFTER_MS);
  if (isClosed) change(closeConversation(current, end), end, 'close');
  return writes;

  function add(write: Write): Conversation {
    writes.push(write);
    return write.after;
  }

  function change(changed: ReturnType<typeof closeConversation>, when: Date, verb: 'assign' | 'close'): void {
    if (!changed) return;
    const { conversation: after } = changed;
    const context = changeAt(when, agent, `${verb}-conversation`);
    current = add({
      after,
      execute: async (before) => before && conversations.save(before, after, [], context),
    });
  }
}

type Said = {
  readonly conversation: Conversation;
  readonly line: PastLine;
  readonly index: number;
  readonly at: Date;
  readonly agent: ReturnType<typeof colleague>;
};

function messageWrite(history: History, said: Said): Write {
  const { core, workspaceId } = history;
  const { conversation, line, index, at, agent } = said;
  const [direction, , text] = line;
  const messages = createDynamoMessageStore(core);
  const name = `example-${conversation.id}-${index}`;
  const content = { type: 'text', text } as const;
  if (direction === 'out') {
    const message = sent(newOutgoingMessage(conversation, { id: idAt(at, name), content, now: at }), name);
    const context = changeAt(at, agent, 'send-message');
    const after = withMessage(conversation, message, at);
    return { after, execute: async (before) => before && messages.add(message, { before, after }, context) };
  }
  const provider = 'sandbox';
  const id = receivedMessageId(provider, name);
  const incoming = { id, content, sentAt: at, provider, providerMessageId: name };
  const message = newIncomingMessage(conversation, incoming, at);
  const after = withMessage(conversation, message, at);
  return {
    after,
    async execute(before) {
      const contact = await createDynamoContactStore(core).find(workspaceId, conversation.contactId);
      // The contact was deleted by a user of the example.
      if (!contact) return;
      const received = {
        message,
        contact: { before: contact, after: contact },
        conversation: { before, after },
      };
      await messages.receive(received, [], changeAt(at, { kind: 'system' }, 'receive-message'));
    },
  };
}

/** The message after its delivery, so that nothing sends it again. */
function sent(message: Message, name: string): Message {
  const at = new Date(message.createdAt.getTime() + DELIVERED_AFTER_MS);
  const news = {
    status: 'delivered',
    at,
    errorCode: null,
    provider: 'sandbox',
    providerMessageId: name,
  } as const;
  const claim = { token: name, until: at };
  return advanced(claimed(message, claim, message.createdAt), news)?.message ?? message;
}
