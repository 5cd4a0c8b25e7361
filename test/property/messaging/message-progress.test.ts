import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONVERSATION_EVENTS } from '#shared/events/catalogue/conversation-events.ts';
import { MESSAGE_PLATFORMS, channelOf } from '#shared/messaging/domain/message-platform.ts';
import {
  advanced,
  claimed,
  type MessageEventName,
  type StatusNews,
  withUnknownResult,
} from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage, someNews } from '#test/support/builders/messaging/message-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const EVENTS = {
  sent: 'salesbot.message.sent',
  delivered: 'salesbot.message.delivered',
  read: 'salesbot.message.read_or_seen',
  failed: 'salesbot.message.failed',
} as const satisfies Record<StatusNews['status'], MessageEventName>;

/** No status before one of these is ever reached again. */
const RANKS = ['sending', 'unknown', 'sent', 'delivered', 'read'];

/** What a channel can say about one message: how far it came, or that it failed. */
const STORIES: readonly (readonly StatusNews['status'][])[] = [
  ['sent'],
  ['delivered'],
  ['read'],
  ['sent', 'delivered'],
  ['sent', 'read'],
  ['delivered', 'read'],
  ['sent', 'delivered', 'read'],
  ['failed'],
  ['sent', 'failed'],
];

/** A message whose request was sent, with or without a result before the lease ended. */
const sending = fc
  .record({ platform: fc.constantFrom(...MESSAGE_PLATFORMS), isUnknown: fc.boolean() })
  .map(({ platform, isUnknown }) => {
    const message = anOutgoingMessage(aConversation({ platform }));
    const claim = claimed(message, { token: 'token', until: secondsAfterNow(60) }, NOW);
    return isUnknown ? withUnknownResult(claim, secondsAfterNow(60)) : claim;
  });

const news = (status: StatusNews['status']) =>
  fc.record({
    status: fc.constant(status),
    at: fc.integer({ min: 1, max: 100 }).map((second) => secondsAfterNow(second)),
    errorCode: fc.constant(status === 'failed' ? 'recipient_unreachable' : null),
    provider: fc.constant('aws'),
    providerMessageId: fc.constantFrom(null, 'provider-message-1'),
  });

/** Each status of a story at least once, in any order. */
function toldAnyhow(story: readonly StatusNews['status'][]): fc.Arbitrary<StatusNews[]> {
  const repeated = fc.array(fc.constantFrom(...story), { maxLength: 6 });
  return repeated
    .chain((more) => fc.shuffledSubarray([...story, ...more], { minLength: story.length + more.length }))
    .chain((statuses) => fc.tuple(...statuses.map(news)));
}

function replay(message: Message, all: readonly StatusNews[]) {
  let current = message;
  const emitted: MessageEventName[] = [];
  const statuses = [current.status];
  for (const each of all) {
    const progress = advanced(current, each);
    if (!progress) continue;
    expect(progress.message.revision).toBe(current.revision + 1);
    ({ message: current } = progress);
    emitted.push(...progress.emits);
    statuses.push(current.status);
  }
  return { message: current, emitted, statuses };
}

/** The events of these statuses that the channel of the message reports. */
function reportedBy({ platform }: Message, statuses: readonly StatusNews['status'][]) {
  const channel = channelOf(platform);
  return statuses
    .map((status) => EVENTS[status])
    .filter((name) => {
      const event = CONVERSATION_EVENTS.find((each) => each.name === name);
      return channel === undefined || !event?.unsupportedChannels.includes(channel);
    });
}

describe('news about a message', () => {
  it('lead to one status and to one set of events, each once, in any order and repeated', () => {
    const told = fc
      .constantFrom(...STORIES)
      .chain((story) => fc.tuple(fc.constant(story), toldAnyhow(story)));
    fc.assert(
      fc.property(sending, told, (before, [story, all]) => {
        const { message, emitted } = replay(before, all);
        const [last] = story.toReversed();
        const implied = (['sent', 'delivered', 'read'] as const).slice(0, RANKS.indexOf(last ?? '') - 1);

        expect(message.status).toBe(last);
        expect(emitted.toSorted()).toEqual(
          reportedBy(before, last === 'failed' ? story : implied).toSorted(),
        );
        expect(message).toMatchObject({ claim: null, due: null });
        expect(message.sentAt !== null).toBe(story.some((status) => status !== 'failed'));
        expect(message.errorCode).toBe(last === 'failed' ? 'recipient_unreachable' : null);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never move a status back or repeat an event, even if they contradict each other', () => {
    const anything = fc.array(fc.constantFrom('sent', 'delivered', 'read', 'failed').chain(news), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(sending, anything, (before, all) => {
        const { emitted, statuses } = replay(before, all);
        const moves = statuses.filter((status, index) => status !== statuses[index - 1]);
        const untilFailure = moves.slice(0, moves.includes('failed') ? moves.indexOf('failed') : undefined);
        const ranks = untilFailure.map((status) => RANKS.indexOf(status));

        expect(new Set(emitted).size).toBe(emitted.length);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        // Nothing follows a failure, and a failure follows nothing that arrived.
        expect(moves.indexOf('failed')).toBe(moves.includes('failed') ? moves.length - 1 : -1);
        if (moves.includes('failed')) expect(ranks.every((rank) => rank <= RANKS.indexOf('sent'))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('keep the id of the provider, whichever news has it', () => {
    const claim = claimed(anOutgoingMessage(), { token: 'token', until: secondsAfterNow(60) }, NOW);
    const delivered = advanced(claim, someNews({ providerMessageId: null }))?.message ?? claim;
    const late = advanced(delivered, someNews({ status: 'sent', providerMessageId: 'late' }));

    expect(late).toEqual({
      message: { ...delivered, providerMessageId: 'late', revision: delivered.revision + 1 },
      emits: [],
    });
    expect(advanced(late?.message ?? claim, someNews({ providerMessageId: 'other' }))).toBeUndefined();
  });
});
