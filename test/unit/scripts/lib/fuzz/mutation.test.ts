import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMutation, mutate } from '#scripts/lib/fuzz/mutation.ts';

const VALUE = { name: 'Ada', parts: [{ size: 1 }, { size: 2 }] };

describe('mutate', () => {
  it.each<[string, Parameters<typeof mutate>[1], unknown]>([
    ['replaces a value', { at: 0, kind: 'replace', value: null }, { ...VALUE, name: null }],
    ['removes a field', { at: 0, kind: 'remove', value: null }, { parts: VALUE.parts }],
    ['adds a field', { at: 0, kind: 'add', value: 1 }, { ...VALUE, odd: 1 }],
    [
      'changes values inside lists',
      { at: 3, kind: 'replace', value: 'x' },
      { ...VALUE, parts: [{ size: 'x' }, { size: 2 }] },
    ],
    ['removes items', { at: 2, kind: 'remove', value: 'x' }, { ...VALUE, parts: [{ size: 2 }] }],
    ['deepens', { at: 0, kind: 'deepen', value: 'x' }, { ...VALUE, name: { name: 'Ada' } }],
  ])('%s', (_, mutation, expected) => {
    expect(mutate(VALUE, mutation)).toEqual(expected);
  });

  it('does not modify its input', () => {
    const before = JSON.stringify(VALUE);
    fc.assert(
      fc.property(anyMutation, (mutation) => {
        mutate(VALUE, mutation);
        return JSON.stringify(VALUE) === before;
      }),
    );
    expect(JSON.stringify(VALUE)).toBe(before);
  });

  it('replaces a value without parts', () => {
    expect(mutate('text', { at: 5, kind: 'remove', value: 7 })).toBe(7);
  });
});
