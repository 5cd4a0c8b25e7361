import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '#shared/platform/runtime/api-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keys = fc
  .array(fc.nat({ max: 61 }), { minLength: 30, maxLength: 30 })
  .map((digits) => generateApiKey(() => digits.pop() ?? 0));

describe('generateApiKey', () => {
  it('returns a well-formed key of 40 characters', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(key).toMatch(/^wsk_[0-9A-Za-z]{36}$/u);
        expect(isWellFormedApiKey(key)).toBe(true);
      }),
    );
  });

  it('draws 30 digits of base 62, each from the random source', () => {
    const asked: number[] = [];
    const key = generateApiKey((below) => {
      asked.push(below);
      return asked.length % below;
    });

    expect(asked).toEqual(Array.from({ length: 30 }, () => 62));
    expect(key.slice(4, 34)).toBe(BASE62.slice(1, 31));
  });

  it('is stable: issued keys stay well formed', () => {
    expect(generateApiKey(() => 10)).toMatchInlineSnapshot(`"wsk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2ljO2p"`);
  });

  it('is never the same twice', () => {
    const made = Array.from({ length: 1000 }, () => generateApiKey((below) => randomInt(below)));

    expect(new Set(made).size).toBe(1000);
  });
});

describe('isWellFormedApiKey', () => {
  it('detects any one mistyped character', () => {
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 4, max: 39 }),
        fc.constantFrom(...BASE62.split('')),
        (key, at, typed) => {
          fc.pre(key.charAt(at) !== typed);
          expect(isWellFormedApiKey(key.slice(0, at) + typed + key.slice(at + 1))).toBe(false);
        },
      ),
    );
  });

  it('detects two swapped characters', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 4, max: 38 }), (key, at) => {
        const [one, two] = [key.charAt(at), key.charAt(at + 1)];
        fc.pre(one !== two);
        expect(isWellFormedApiKey(key.slice(0, at) + two + one + key.slice(at + 2))).toBe(false);
      }),
    );
  });

  it('accepts no other string', () => {
    const texts = fc.sample(fc.string({ unit: 'binary' }), 1000);

    expect([...texts, ...texts.map((text) => `wsk_${text}`)].filter(isWellFormedApiKey)).toEqual([]);
  });

  it.each([
    ['a trailing line break', (key: string) => `${key}\n`],
    ['a leading space', (key: string) => ` ${key}`],
    ['one character too few', (key: string) => key.slice(0, -1)],
    ['another prefix', (key: string) => key.replace('wsk_', 'pat_')],
    ['an upper-case prefix', (key: string) => key.replace('wsk_', 'WSK_')],
  ])('rejects a key with %s', (_, change) => {
    expect(isWellFormedApiKey(change(generateApiKey(() => 10)))).toBe(false);
  });
});

describe('hashApiKey', () => {
  it('is the SHA-256 of the whole text in hex (FIPS 180-4 example)', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
