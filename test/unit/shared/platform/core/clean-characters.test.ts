import { describe, expect, it } from 'vitest';
import { hasCleanCharacters } from '#shared/platform/core/clean-characters.ts';

describe('hasCleanCharacters', () => {
  it('rejects every control character but tab, line feed and carriage return', () => {
    const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));

    expect(controls.filter(hasCleanCharacters)).toEqual(['\t', '\n', '\r']);
  });

  it.each(['\ud800', 'a\udfff', '\udca1\ud83d'])('rejects the lone surrogates of %j', (text) => {
    expect(hasCleanCharacters(text)).toBe(false);
  });
});
