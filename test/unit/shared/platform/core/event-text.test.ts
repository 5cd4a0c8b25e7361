import { describe, expect, it } from 'vitest';
import { cutText, hasCleanCharacters } from '#shared/platform/core/event-text.ts';

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['a💡b💡', 3, 'a💡b'],
    ['💡💡', 2, '💡💡'],
    ['💡💡💡', 2, '💡💡'],
    ['', 2, ''],
  ])('truncates %j at %i code points to %j', (text, limit, expected) => {
    expect(cutText(text, limit)).toBe(expected);
  });
});

describe('hasCleanCharacters', () => {
  it('rejects every control character but tab, line feed and carriage return', () => {
    const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));

    expect(controls.filter(hasCleanCharacters)).toEqual(['\t', '\n', '\r']);
  });

  it.each(['\ud800', 'a\udfff', '\udca1\ud83d'])('rejects the lone surrogates of %j', (text) => {
    expect(hasCleanCharacters(text)).toBe(false);
  });
});
