import { describe, expect, it } from 'vitest';
import { difference } from '#console/parts/difference.ts';

describe('difference', () => {
  it('has only the fields that differ, at every level', () => {
    const from = { title: 'a', settings: { seo: { title: 'x', noindex: false }, utm: { source: '' } } };
    const to = { title: 'a', settings: { seo: { title: 'y', noindex: false }, utm: { source: '' } } };

    expect(difference(from, to)).toEqual({ settings: { seo: { title: 'y' } } });
    expect(difference(from, from)).toEqual({});
  });

  it('has the whole list, a value that replaces nothing, and nothing that replaces a value', () => {
    const from: { items: number[]; at: { day: number } | null } = { items: [1, 2], at: null };

    expect(difference(from, { items: [2, 1], at: { day: 1 } })).toEqual({ items: [2, 1], at: { day: 1 } });
    expect(difference({ ...from, at: { day: 1 } }, from)).toEqual({ at: null });
  });

  it('has a field that is new', () => {
    const from: { sensitive: boolean; password?: string } = { sensitive: true };

    expect(difference(from, { sensitive: true, password: 'secret' })).toEqual({ password: 'secret' });
  });
});
