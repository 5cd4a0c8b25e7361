import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '#shared/platform/queues/message-text.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

describe('messageText', () => {
  it('is plain ASCII and decodes to the exact value, whatever text it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const message = messageText({ text });
        expect(message).toMatch(/^[\u0020-\u007e]*$/u);
        expect(JSON.parse(message)).toEqual({ text });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('escapes the two characters that SQS rejects and that are not control characters', () => {
    expect(messageText('\uFFFE\uFFFF🦉')).toBe('"\\ufffe\\uffff\\ud83e\\udd89"');
  });
});
