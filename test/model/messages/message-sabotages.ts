import type { Message } from '#shared/messaging/domain/message.ts';
import { requireUnchangedContact } from '#test/support/fakes/messaging/memory-contact-store.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import type { MessageHistoryOptions } from './message-history.ts';
import type { MessageParts, MessageSabotage } from './message-parts.ts';

/** Guards, each removed in turn: the model must detect it. */
export const MESSAGE_SABOTAGES = {
  'a claim needs no unchanged message': {
    sabotage: messages((_, core) => ({
      async claim(_before, after, contact) {
        requireUnchangedContact(core, contact);
        put(core, after);
      },
    })),
  },
  'a claim needs no unchanged contact': {
    sabotage: messages((parts) => ({
      claim: (before, after, _contact, context) => parts.store.save(before, after, [], context),
    })),
  },
  'a message is sent again after its lease': {
    sabotage: messages((parts) => ({
      save: (before, after, events, context) => {
        const due = { at: after.statusAt, seq: after.planSeq, timer: true };
        const again: Message = after.status === 'unknown' ? { ...after, status: 'queued', due } : after;
        return parts.store.save(before, again, events, context);
      },
    })),
  },
  'a write needs no unchanged message': {
    sabotage: messages((_, core) => ({
      async save(_before, after, events) {
        put(core, after);
        for (const event of events) core.events.set(event.id, event);
      },
    })),
  },
  'receipts that arrive first are forgotten': {
    sabotage: (parts) => ({
      ...parts,
      receipts: {
        ...parts.receipts,
        async identify(...given) {
          await parts.receipts.identify(...given);
          return [];
        },
      },
    }),
  },
  'a repeated message of a contact is recorded again': {
    sabotage: messages((parts, core) => ({
      receive: (received, events, context) => {
        core.messages.delete(withinWorkspace(received.message.workspaceId, received.message.id));
        return parts.store.receive(received, events, context);
      },
    })),
  },
  'there is no sweep': { withoutSweep: true },
} as const satisfies Record<string, MessageHistoryOptions>;

export type MessageSabotageName = keyof typeof MESSAGE_SABOTAGES;

function messages(
  change: (parts: MessageParts, core: MemoryCore) => Partial<MessageParts['store']>,
): MessageSabotage {
  return (parts, core) => ({ ...parts, store: { ...parts.store, ...change(parts, core) } });
}

function put(core: MemoryCore, message: Message): void {
  core.messages.set(withinWorkspace(message.workspaceId, message.id), structuredClone(message));
}
