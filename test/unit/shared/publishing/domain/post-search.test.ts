import { describe, expect, it } from 'vitest';
import { isFoundBy, isNarrow } from '#shared/publishing/domain/post-search.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describe('isNarrow', () => {
  it('is true only with a filter', () => {
    expect(isNarrow({})).toBe(false);
    expect(isNarrow({ keyword: undefined, accounts: undefined })).toBe(false);
    expect(isNarrow({ to: '2026-01-01' })).toBe(true);
  });
});

describe('isFoundBy', () => {
  const post = aPostIn('draft', { accounts: [1, 2], tags: [7], date: '2026-06-02' });

  it.each([
    [{}, true],
    [{ accounts: [2, 9] }, true],
    [{ accounts: [9] }, false],
    [{ accounts: [] }, false],
    [{ tags: [7] }, true],
    [{ tags: [8] }, false],
    [{ keyword: 'ELLO' }, true],
    [{ keyword: 'bye' }, false],
    [{ from: '2026-06-02', to: '2026-06-02' }, true],
    [{ from: '2026-06-03' }, false],
    [{ to: '2026-06-01' }, false],
    [{ accounts: [1], tags: [8] }, false],
  ])('by %j is %s', (search, expected) => {
    expect(isFoundBy(search, post)).toBe(expected);
  });

  it('finds a post without a date on no day', () => {
    expect(isFoundBy({ from: '1970-01-01' }, { ...post, date: null })).toBe(false);
    expect(isFoundBy({ to: '2100-01-01' }, { ...post, date: null })).toBe(false);
  });
});
