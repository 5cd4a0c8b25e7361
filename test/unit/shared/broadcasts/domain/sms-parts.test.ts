import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smsLengthOf } from '#shared/broadcasts/domain/sms-length.ts';
import rows from '#test/corpus/sms-parts.json' with { type: 'json' };
import { startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';

type Input = (readonly (string | number)[])[];

/** A text of the corpus: each of its parts is repeated. */
function textOf(input: Input): string {
  return input.map(([text, times]) => String(text).repeat(Number(times))).join('');
}

describe('parts of text messages', () => {
  it.each(rows.filter(({ channel }) => channel === 'sms'))(
    '$input has $right ($report)',
    ({ input, right }) => {
      expect(smsLengthOf(textOf(input))).toMatchObject(Object(right));
    },
  );

  it.each(rows.filter(({ channel }) => channel === 'sms text'))(
    'sending $input is $right ($report)',
    async ({ input, right }) => {
      const { run } = await startConversationApi('sms');
      const { status, body } = await run('send-message', { json: { text: textOf(input) } });

      expect(status === 202 ? 'accepted' : body.code).toBe(right);
    },
  );

  it('never divides a character, and fills each part before the next', () => {
    const character = fc.constantFrom('a', ']', '€', 'Ω', 'ñ');
    const other = fc.constantFrom('a', ']', '😀', 'ж', 'e\u0301');
    fc.assert(
      fc.property(
        fc.oneof(fc.array(character, { maxLength: 700 }), fc.array(other, { maxLength: 400 })),
        (all) => {
          const text = all.join('');
          const { alphabet, characters, parts, perPart } = smsLengthOf(text);
          const sizes = [...text].map((each) =>
            alphabet === 'gsm' ? (/[\]€]/u.test(each) ? 2 : 1) : each.length,
          );
          expect(characters).toBe(sizes.reduce((sum, size) => sum + size, 0));
          // Each part but the last has at most one place free, which the next character did not fit into.
          expect(parts).toBeGreaterThanOrEqual(Math.max(1, Math.ceil(characters / perPart)));
          expect(parts).toBeLessThanOrEqual(Math.max(1, Math.ceil(characters / (perPart - 1))));
        },
      ),
    );
  });
});
