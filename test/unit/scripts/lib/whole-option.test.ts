import { describe, expect, it } from 'vitest';
import { wholeOption } from '#scripts/lib/whole-option.ts';

describe('wholeOption', () => {
  it.each(['1', '16', '64'])('reads %s', (text) => {
    expect(wholeOption('segments', text, 1, 64)).toBe(Number(text));
  });

  it.each(['', ' 4', '0x10', '0b1', '1e1', '+4', '-4', '4.0', '0', '65', 'four'])('rejects "%s"', (text) => {
    expect(() => wholeOption('segments', text, 1, 64)).toThrow('--segments: a whole number from 1 to 64');
  });
});
