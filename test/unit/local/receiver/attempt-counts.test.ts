import { describe, expect, it } from 'vitest';
import { createAttemptCounts } from '#local/receiver/attempt-counts.ts';

describe('attempt counts', () => {
  it('count each delivery separately, and from zero after they were cleared', () => {
    const counts = createAttemptCounts(10);

    expect(['a', 'b', 'a', 'a', 'b'].map((key) => counts.count(key))).toEqual([1, 1, 2, 3, 2]);
    counts.clear();
    expect(counts.count('a')).toBe(1);
  });

  it('forget the least recent delivery when there are too many', () => {
    const counts = createAttemptCounts(2);
    for (const key of ['a', 'b', 'a', 'c']) counts.count(key);

    expect(counts.count('a')).toBe(3);
    expect(counts.count('b')).toBe(1);
  });
});
