import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationStore } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import type { PhoneNumberStore } from '#shared/messaging/ports/phone-number-store.ts';
import type { ReceiptStore } from '#shared/messaging/ports/receipt-store.ts';
import { watchedMap } from '#test/model/parts.ts';
import { type Run, through } from '#test/model/process.ts';
import { createMemoryContactStore } from '#test/support/fakes/messaging/memory-contact-store.ts';
import { createMemoryConversationStore } from '#test/support/fakes/messaging/memory-conversation-store.ts';
import { createMemoryMessageStore } from '#test/support/fakes/messaging/memory-message-store.ts';
import { createMemoryPhoneNumberStore } from '#test/support/fakes/messaging/memory-phone-number-store.ts';
import { createMemoryReceiptStore } from '#test/support/fakes/messaging/memory-receipt-store.ts';
import {
  createMemoryCore,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import type { MessageLedger } from './message-ledger.ts';

/** The ports of both consumers. */
export type MessageParts = {
  readonly store: MessageStore;
  readonly contacts: ContactStore;
  readonly conversations: ConversationStore;
  readonly receipts: ReceiptStore;
  readonly numbers: PhoneNumberStore;
  readonly endpoints: EndpointDirectory;
};

/** Removes a guard: the ports of a run, changed below the calls. */
export type MessageSabotage = (parts: MessageParts, core: MemoryCore) => MessageParts;

/** The table, whose writes of messages and events the rules check. */
export function createMessageCore(ledger: MessageLedger, onMessage: (message: Message) => void): MemoryCore {
  const core: MemoryCore = {
    ...createMemoryCore(),
    messages: watchedMap<Message>((next, before) => {
      if (next.direction === 'in') return;
      const contact = core.contacts.get(withinWorkspace(next.workspaceId, next.contactId));
      ledger.checkMessage(next, before, contact);
      onMessage(next);
    }),
    events: watchedMap<RecordedEvent>((event) => ledger.checkEvent(event)),
  };
  return core;
}

/** The stores: the fakes that pass the contract suites of the adapters. */
export function createMessageParts(core: MemoryCore): MessageParts {
  return {
    store: createMemoryMessageStore(core),
    contacts: createMemoryContactStore(core),
    conversations: createMemoryConversationStore(core),
    receipts: createMemoryReceiptStore(core),
    numbers: createMemoryPhoneNumberStore(core),
    endpoints: { readDirectory: async () => [] },
  };
}

/** The ports of one run: every call can be the last. */
export function partsOfRun(parts: MessageParts, run: Run): MessageParts {
  return {
    store: through(run, 'messages', parts.store),
    contacts: through(run, 'contacts', parts.contacts),
    conversations: through(run, 'conversations', parts.conversations),
    receipts: through(run, 'receipts', parts.receipts),
    numbers: through(run, 'numbers', parts.numbers),
    endpoints: through(run, 'endpoints', parts.endpoints),
  };
}
