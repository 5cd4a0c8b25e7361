import { describe, expect, it } from 'vitest';
import { excerptText } from '#shared/webhooks/sending/response-excerpt.ts';

describe('excerptText', () => {
  it('has no control characters, which a terminal would obey', () => {
    const sent = 'a\u0000b\u001b[31mred\u0007\u007f\u0085\u009bc';

    expect(excerptText(Buffer.from(sent))).toBe('ab[31mredc');
  });

  it('keeps tabs, line breaks and every other character', () => {
    expect(excerptText(Buffer.from('a\tb\r\nä😀\u200d'))).toBe('a\tb\r\nä😀\u200d');
  });

  it('has no half character at the end', () => {
    expect(excerptText(Buffer.from('aä').subarray(0, 2))).toBe('a');
  });
});
