import { CONVERSATION_EVENTS } from '#shared/events/catalogue/conversation-events.ts';
import type { NextJob } from '#shared/platform/core/scheduled-job.ts';
import { transitionFrom } from '#shared/platform/core/state-machine.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { MESSAGE_MACHINE, type MessageState } from './message-machine.ts';
import { channelOf, isOwnPlatform } from './message-platform.ts';
import type { Claim, Message, SentMessage } from './message.ts';

/** How long a message waits to be sent, in milliseconds: here for the next attempt, in an engine's channel for its claim. */
const OWN_LIFE_MS = DAY_MS;
const ENGINE_LIFE_MS = 7 * DAY_MS;

/** The events of a message to a contact. */
export type MessageEventName =
  | 'salesbot.message.sent'
  | 'salesbot.message.delivered'
  | 'salesbot.message.read_or_seen'
  | 'salesbot.message.failed';

/** The message after a change, and the events to emit, oldest first. */
export type MessageProgress<M extends SentMessage = SentMessage> = {
  readonly message: M;
  readonly emits: readonly MessageEventName[];
};

/** What is known about a message after the channel accepted it, or after it failed. */
export type StatusNews = {
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: Date;
  readonly errorCode: string | null;
  readonly provider: string;
  /** Null if the news does not have it. */
  readonly providerMessageId: string | null;
};

/** The statuses of an accepted message in their order, with the event of each. */
const STEPS = [
  { status: 'sent', event: 'salesbot.message.sent' },
  { status: 'delivered', event: 'salesbot.message.delivered' },
  { status: 'read', event: 'salesbot.message.read_or_seen' },
] as const;

/** When a message that was not sent by then fails. */
export function endOfLife({ platform, createdAt }: Pick<Message, 'platform' | 'createdAt'>): Date {
  return new Date(createdAt.getTime() + (isOwnPlatform(platform) ? OWN_LIFE_MS : ENGINE_LIFE_MS));
}

/** The claimed message. Its lease ends with a job, after which the result is unknown. */
export function claimed<M extends SentMessage>(before: M, claim: Claim, now: Date): M {
  return {
    ...moved(before, 'sending', now, { at: claim.until, timer: false }),
    claim,
    attempts: before.attempts + 1,
  };
}

/** The message after its sender released it, because the channel has certainly not accepted it. The next attempt is at `again`. */
export function released<M extends SentMessage>(before: M, again: Date, errorCode: string, now: Date): M {
  const due = isOwnPlatform(before.platform)
    ? { at: again, timer: true }
    : { at: endOfLife(before), timer: false };
  return { ...moved(before, 'queued', now, due), errorCode };
}

/** The message after its lease has ended without a result. It is never sent again; a receipt can still arrive. */
export function withUnknownResult<M extends SentMessage>(before: M, now: Date): M {
  return { ...moved(before, 'unknown', now, null), errorCode: 'result_unknown' };
}

/**
 * The message after news of the channel, in any order and repeated any number of times; undefined if the news says nothing new. A status
 * never moves back. A status implies the earlier ones, so that each of their events is emitted once, even if the news of an earlier status
 * arrives later or never. A message that arrived cannot fail afterwards. News from a clock that is slow has the time of the request.
 */
export function advanced<M extends SentMessage>(
  before: M,
  { at: reportedAt, ...news }: StatusNews,
): MessageProgress<M> | undefined {
  const at = reportedAt < before.createdAt ? before.createdAt : reportedAt;
  const from = stateOf(before);
  const { to } = transitionFrom(MESSAGE_MACHINE, news.status, from);
  const identified = {
    provider: before.provider ?? news.provider,
    providerMessageId: before.providerMessageId ?? news.providerMessageId,
  };
  if (to === from) {
    const wasSent = from === 'failed' && news.status === 'sent' && before.sentAt === null;
    if (!wasSent && identified.providerMessageId === before.providerMessageId) return undefined;
    const message = { ...before, ...identified, revision: before.revision + 1 };
    if (!wasSent) return { message, emits: [] };
    return { message: { ...message, sentAt: at }, emits: reported(['salesbot.message.sent'], message) };
  }
  const message: M = {
    ...moved(before, to, at, null),
    ...identified,
    sentAt: before.sentAt ?? (news.status === 'failed' ? null : at),
    errorCode: news.status === 'failed' ? (news.errorCode ?? 'failed') : null,
  };
  return { message, emits: reported(eventsBetween(from, to), message) };
}

/** The state of a message to a contact. @throws Error for a message from a contact, which has no states */
export function stateOf({ id, status }: Pick<Message, 'id' | 'status'>): MessageState {
  if (status === 'received') throw new Error(`Message ${id} is from a contact`);
  return status;
}

/** The state that an event reports. */
export function stateOfEvent(name: MessageEventName): MessageState {
  return STEPS.find(({ event }) => event === name)?.status ?? 'failed';
}

function eventsBetween(from: MessageState, to: MessageState): MessageEventName[] {
  if (to === 'failed') return ['salesbot.message.failed'];
  const rankOf = (state: MessageState) => STEPS.findIndex(({ status }) => status === state);
  return STEPS.slice(rankOf(from) + 1, rankOf(to) + 1).map(({ event }) => event);
}

/** The events that a broadcast emits, and whose status the channel of the message reports (docs/specification/webhooks.md#channel-status-support). */
function reported(names: readonly MessageEventName[], message: SentMessage): MessageEventName[] {
  const channel = channelOf(message.platform);
  const wanted = names.filter((name) => isEmitted(name, message));
  if (channel === undefined) return wanted;
  return wanted.filter((name) => {
    const event = CONVERSATION_EVENTS.find((each) => each.name === name);
    return event?.unsupportedChannels.includes(channel) === false;
  });
}

function isEmitted(name: MessageEventName, message: SentMessage): boolean {
  if (message.conversationId !== null || message.emits === 'all') return true;
  return message.emits === 'failed' && name === 'salesbot.message.failed';
}

function moved<M extends SentMessage>(
  before: M,
  status: MessageState,
  at: Date,
  due: Pick<NextJob, 'at' | 'timer'> | null,
): M {
  const planSeq = before.planSeq + 1;
  return {
    ...before,
    status,
    statusAt: at,
    claim: null,
    due: due && { ...due, seq: planSeq },
    planSeq,
    revision: before.revision + 1,
  };
}
