import { describe, expect, it } from 'vitest';
import { mergeRecords } from '#scripts/lib/second-opinion/record.ts';

describe('mergeRecords', () => {
  it('replaces the record of an opinion that ran again', () => {
    expect(mergeRecords({ a: { outcome: 'failed' } }, { a: { outcome: 'passed' } })).toEqual({
      a: { outcome: 'passed' },
    });
  });

  it('keeps the records of opinions that were not asked', () => {
    expect(mergeRecords({ a: { outcome: 'passed' } }, { b: { outcome: 'failed' } })).toEqual({
      a: { outcome: 'passed' },
      b: { outcome: 'failed' },
    });
  });

  it('keeps an earlier record if the opinion could not run this time', () => {
    expect(
      mergeRecords({ a: { outcome: 'passed' } }, { a: { outcome: 'not-run' }, b: { outcome: 'not-run' } }),
    ).toEqual({ a: { outcome: 'passed' }, b: { outcome: 'not-run' } });
  });
});
