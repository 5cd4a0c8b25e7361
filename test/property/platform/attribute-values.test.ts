import * as sdk from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marshall, unmarshall } from '#shared/platform/store/attribute-values.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const OMIT = { removeUndefinedValues: true };

/** Any value that an item may contain. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.uint8Array({ maxLength: 20 }),
    fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)),
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((strings) => new Set(strings)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string().filter(isName), tie('value'), { maxKeys: 4 }),
  ),
}));
const item = fc.dictionary(fc.string().filter(isName), value, { maxKeys: 6, noNullPrototype: true });

describe('marshall', () => {
  it('creates the attribute values of util-dynamodb', () => {
    fc.assert(
      fc.property(item, (plain) => {
        expect(marshall(plain, OMIT)).toEqual(sdk.marshall(plain, OMIT));
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an inexact integer', 2 ** 53],
    ['a function', () => 1],
    ['an object of a class', new Date(0)],
    ['an empty set', new Set()],
    ['a set of values of two types', new Set(['a', {}])],
  ])('rejects %s, as util-dynamodb does', (_, rejected) => {
    expect(() => marshall({ rejected })).toThrow(TypeError);
    if (typeof rejected !== 'function' && !(rejected instanceof Set))
      expect(() => sdk.marshall({ rejected })).toThrow(Error);
  });
});

describe('unmarshall', () => {
  it('creates the plain values of util-dynamodb', () => {
    fc.assert(
      fc.property(item, (plain) => {
        const stored = sdk.marshall(plain, OMIT);
        expect(unmarshall(stored)).toEqual(sdk.unmarshall(stored));
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['a large integer', { N: '9007199254740993' }, 9_007_199_254_740_993n],
    ['numbers', { NS: ['1', '2.5'] }, new Set([1, 2.5])],
    ['bytes', { BS: [new Uint8Array([1])] }, new Set([new Uint8Array([1])])],
  ])('reads %s as util-dynamodb does', (_, stored, plain) => {
    expect(unmarshall({ stored })).toEqual({ stored: plain });
    expect(sdk.unmarshall({ stored })).toEqual({ stored: plain });
  });

  it('rejects an attribute value without a known type', () => {
    expect(() => unmarshall({ stored: { $unknown: ['X', 1] } })).toThrow('no known type');
  });
});

/** `__proto__` is no attribute name of the platform, and sets the prototype in both implementations. */
function isName(name: string): boolean {
  return name !== '__proto__';
}
