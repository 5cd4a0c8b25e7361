import { describe, expect, it } from 'vitest';
import { recordKey } from '#shared/publishing/networks/record-key.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/u;

describe('recordKey', () => {
  it('is a timestamp identifier', () => {
    for (let index = 0; index < 100; index += 1) expect(recordKey('key', AT, index)).toMatch(TID);
    expect(recordKey('key', new Date(0), 0)).toMatch(TID);
    expect(recordKey('key', new Date('2100-01-01T00:00:00Z'), 99)).toMatch(TID);
  });

  it('is the same for the same run and item, and different otherwise', () => {
    expect(recordKey('key', AT, 1)).toBe(recordKey('key', AT, 1));
    const keys = [
      recordKey('key', AT, 0),
      recordKey('key', AT, 1),
      recordKey('other', AT, 0),
      recordKey('key', new Date(AT.getTime() + 1), 0),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('sorts by time and by position in the thread', () => {
    const keys = [
      ...Array.from({ length: 100 }, (_, index) => recordKey('key', AT, index)),
      recordKey('key', new Date(AT.getTime() + 1), 0),
    ];

    expect(keys.toSorted()).toEqual(keys);
  });

  it('does not collide among many runs that start in one millisecond', () => {
    const keys = Array.from({ length: 100 }, (_, run) => recordKey(`run-${run}`, AT, 0));

    expect(new Set(keys).size).toBe(100);
  });
});
