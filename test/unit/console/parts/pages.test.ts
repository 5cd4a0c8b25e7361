import { describe, expect, it } from 'vitest';
import { withNewest, type Page } from '#console/parts/lists/pages.ts';

type Item = { readonly id: string; readonly state?: string };

const page = (ids: string, next: string | null = 'next'): Page<Item> => ({
  data: [...ids].map((id) => ({ id })),
  next_cursor: next,
});

const shown = (pages: readonly Page<Item>[]): string[] =>
  pages.map(({ data }) => data.map(({ id }) => id).join(''));

describe('withNewest', () => {
  it('shows the newest page alone while no older page is loaded', () => {
    expect(withNewest({ pages: [page('cba')], isBehind: false }, page('fed'))).toEqual({
      pages: [page('fed')],
      isBehind: false,
    });
  });

  it('adds new items before the known ones and keeps the older pages as they are', () => {
    const older = page('654', null);
    const { pages, isBehind } = withNewest({ pages: [page('cba'), older], isBehind: false }, page('edc'));

    expect(shown(pages)).toEqual(['edcba', '654']);
    expect(pages[1]).toBe(older);
    expect(isBehind).toBe(false);
  });

  it('takes the changed state of an item that is read again', () => {
    const changed = { data: [{ id: 'c', state: 'succeeded' }], next_cursor: 'next' };
    const { pages } = withNewest({ pages: [page('cb'), page('a')], isBehind: false }, changed);

    expect(pages[0]?.data).toEqual([{ id: 'c', state: 'succeeded' }, { id: 'b' }]);
  });

  it('removes an item that no longer matches the filter', () => {
    const { pages } = withNewest({ pages: [page('dcb'), page('a')], isBehind: false }, page('db'));

    expect(shown(pages)).toEqual(['db', 'a']);
  });

  it('shows an item once if the newest page reaches into an older one', () => {
    const { pages } = withNewest({ pages: [page('dc'), page('ba')], isBehind: false }, page('cb'));

    expect(shown(pages)).toEqual(['cb', 'a']);
  });

  it('keeps what is shown if items between the newest and the known ones are missing', () => {
    const known = { pages: [page('cba'), page('654')], isBehind: false };

    expect(withNewest(known, page('zyx'))).toEqual({ ...known, isBehind: true });
  });

  it('continues the older pages where they end', () => {
    const { pages } = withNewest(
      { pages: [page('cb', 'after b'), page('a', 'after a')], isBehind: false },
      page('dc', 'after c'),
    );

    expect(pages.map(({ next_cursor }) => next_cursor)).toEqual(['after b', 'after a']);
  });
});
