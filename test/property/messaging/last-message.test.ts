import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAST_TEXT_LIMIT, withMessage } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { charactersOf } from '#shared/platform/core/text.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anIncomingMessage, anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const LATER = secondsAfterNow(60);

/** Texts around the limit, with characters of one to many code points. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'é', 'e\u0301', 'ß', '漢', '👍🏽', '👩‍👩‍👧‍👦', '🇩🇪', '\u200d', '\u0301', '\r\n'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  minLength: 100,
  maxLength: 200,
  size: 'max',
});

/** The time of a message, in seconds, and its direction. */
const turn = fc.record({
  second: fc.integer({ min: 0, max: 90 }),
  direction: fc.constantFrom<Message['direction']>('in', 'out'),
});

function messageAt({ second, direction }: { readonly second: number } & Pick<Message, 'direction'>): Message {
  const at = secondsAfterNow(second);
  return direction === 'in'
    ? anIncomingMessage(undefined, { sentAt: at }, LATER)
    : anOutgoingMessage(undefined, { createdAt: at });
}

describe('the last message of a conversation', () => {
  it('has the longest beginning of its text that is whole characters within the limit', () => {
    fc.assert(
      fc.property(text, (said) => {
        const message = anOutgoingMessage(undefined, { content: { type: 'text', text: said } });
        const shown = withMessage(aConversation(), message, LATER).lastMessage?.text ?? '';
        const next = [...charactersOf(said.slice(shown.length))][0] ?? '';

        expect(said.startsWith(shown)).toBe(true);
        expect([...shown].length).toBeLessThanOrEqual(LAST_TEXT_LIMIT);
        expect(shown.isWellFormed()).toBe(said.isWellFormed());
        if (shown !== said) expect([...shown].length + [...next].length).toBeGreaterThan(LAST_TEXT_LIMIT);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is the newest one in any order, and the one recorded last of those of one moment', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), (turns) => {
        const messages = turns.map(messageAt);
        const after = messages.reduce(
          (before, message) => withMessage(before, message, LATER),
          aConversation(),
        );
        // A time in the future counts as that of the record.
        const times = turns.map(({ second }) => Math.min(second, 60));
        const newest = times.lastIndexOf(Math.max(...times));

        expect(after.lastMessage).toMatchObject({ id: messages[newest]?.id });
        expect(after.lastMessageAt).toEqual(secondsAfterNow(times[newest] ?? 0));
        expect(after.revision).toBe(1 + turns.length);
      }),
      { numRuns: runs(500) },
    );
  });
});
