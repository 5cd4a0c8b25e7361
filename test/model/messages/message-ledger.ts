import * as v from 'valibot';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { channelOf } from '#shared/messaging/domain/message-platform.ts';
import type { Message, MessageStatus } from '#shared/messaging/domain/message.ts';
import type { Timeline } from '#test/model/timeline.ts';

/** A rule that a history violated. */
export type BrokenMessageRule = { readonly rule: string; readonly detail: string };

/** What the provider really did with a message, whatever the platform knows of it. */
export type Sending = {
  /** Requests that the provider accepted: the copies that the recipient gets. */
  copies: number;
  /** Whether a request was made whose result is not certainly "not accepted". */
  isCommitted: boolean;
};

/** Statuses that may follow each status. A message is queued again only if its last request was certainly not accepted. */
const NEXT: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  received: [],
  queued: ['queued', 'sending', 'failed'],
  sending: ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown'],
  sent: ['sent', 'delivered', 'read', 'failed'],
  delivered: ['delivered', 'read'],
  read: ['read'],
  failed: ['failed'],
  unknown: ['unknown', 'sent', 'delivered', 'read', 'failed'],
};

const eventData = v.object({ data: v.object({ message: v.object({ id: v.string() }) }) });

export type MessageLedger = ReturnType<typeof createMessageLedger>;

/** All that the rules record of a history, and the rules of single writes. */
export function createMessageLedger(timeline: Timeline) {
  const nicknames = new Map<string, string>();
  const sendings = new Map<string, Sending>();
  const events = new Map<string, string[]>();
  let broken: BrokenMessageRule | undefined;

  function breaks(rule: string, detail: string): void {
    timeline.say('RULE', () => `BROKEN: ${rule}: ${detail}`);
    broken ??= { rule, detail };
  }

  /** A short name for an id, in the order of first use. */
  function nick(id: string): string {
    const known = nicknames.get(id) ?? `M${nicknames.size + 1}`;
    nicknames.set(id, known);
    return known;
  }

  function sendingOf(messageId: string): Sending {
    const known = sendings.get(messageId) ?? { copies: 0, isCommitted: false };
    sendings.set(messageId, known);
    return known;
  }

  return {
    breaks,
    nick,
    sendingOf,
    /** Messages whose acceptance the sender has recorded. */
    accepted: new Set<string>(),
    /** The names of the events of each message, in the order in which they were recorded. */
    events,
    get broken() {
      return broken;
    },

    /** The rules of one write of a message. */
    checkMessage(next: Message, before: Message | undefined, contact: Contact | undefined): void {
      const name = nick(next.id);
      timeline.say('record', () => `${name} is ${next.status} (revision ${next.revision})`);
      if (before === undefined) return;
      if (next.revision !== before.revision + 1)
        breaks('each write is based on the one before', `${name} at revision ${next.revision}`);
      if (!NEXT[before.status].includes(next.status))
        breaks('a status never moves back', `${name} from ${before.status} to ${next.status}`);
      if (next.status === 'queued' && sendingOf(next.id).isCommitted)
        breaks('at most one request that may have been accepted', `${name} is queued again`);
      const channel = channelOf(next.platform);
      const isClaimed = before.status === 'queued' && next.status === 'sending';
      if (isClaimed && channel !== undefined && contact?.optOuts.has(channel) === true)
        breaks('nothing is claimed after an opt-out', name);
    },

    /** Each event of a message is recorded once; `received` belongs to another message than the others. */
    checkEvent(event: RecordedEvent): void {
      if (!event.event.startsWith('salesbot.message.')) return;
      const { id } = v.parse(eventData, JSON.parse(event.body)).data.message;
      const known = events.get(id) ?? [];
      timeline.say('record', () => `${nick(id)}: event ${event.event}`);
      if (known.includes(event.event)) breaks('each event is recorded once', `${nick(id)}: ${event.event}`);
      events.set(id, [...known, event.event]);
    },
  };
}
