import { describe, expect, it } from 'vitest';
import { matchesSearch, hasFilters } from '#shared/publishing/domain/post-search.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describe('hasFilters', () => {
  it('is true only with a filter', () => {
    expect(hasFilters({})).toBe(false);
    expect(hasFilters({ keyword: undefined, accounts: undefined })).toBe(false);
    expect(hasFilters({ to: '2026-01-01' })).toBe(true);
  });
});

describe('matchesSearch', () => {
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
    expect(matchesSearch(search, post)).toBe(expected);
  });

  it('finds a post without a date on no day', () => {
    expect(matchesSearch({ from: '1970-01-01' }, { ...post, date: null })).toBe(false);
    expect(matchesSearch({ to: '2100-01-01' }, { ...post, date: null })).toBe(false);
  });
});
