import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countVisitors, NO_VISITORS, withVisitors } from '#shared/biolinks/domain/visitor-sketch.ts';

function hashes(count: number, seed = 'a'): string[] {
  return Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest('hex').slice(0, 16),
  );
}

describe('withVisitors', () => {
  it('counts few visitors exactly', () => {
    for (const count of [0, 1, 2, 10, 100])
      expect(countVisitors(withVisitors(NO_VISITORS, hashes(count)))).toBe(count);
  });

  it.each([1000, 10_000, 60_000, 200_000])('estimates %i visitors within two percent', (count) => {
    for (const seed of ['a', 'b', 'c'])
      expect(
        Math.abs(countVisitors(withVisitors(NO_VISITORS, hashes(count, seed))) / count - 1),
      ).toBeLessThan(0.02);
  });

  it('gives the same sketch however often and in whatever order visitors come', () => {
    const all = hashes(30_000);
    const once = withVisitors(NO_VISITORS, all);
    const halves = withVisitors(withVisitors(NO_VISITORS, all.slice(15_000)), all.slice(0, 15_000));

    expect(halves).toEqual(once);
    expect(withVisitors(once, all.toReversed())).toEqual(once);
  });

  it('takes 3 bytes for a visitor and at most 24 kB', () => {
    expect(withVisitors(NO_VISITORS, hashes(5)).length).toBe(16);
    expect(withVisitors(NO_VISITORS, hashes(100_000)).length).toBe(24_577);
  });

  it('accepts the hashes at both ends', () => {
    const ends = ['0000000000000000', 'ffffffffffffffff', '0000000000000001', '8000000000000000'];
    const sketch = withVisitors(NO_VISITORS, ends);

    // Two of them are in one register.
    expect(countVisitors(sketch)).toBe(3);
    expect(countVisitors(withVisitors(withVisitors(sketch, hashes(20_000)), ends))).toBeGreaterThan(19_600);
  });

  it('returns the same sketch for no visitors', () => {
    expect(withVisitors(NO_VISITORS, [])).toBe(NO_VISITORS);
  });
});
