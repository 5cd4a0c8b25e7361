import { describe, expect, it } from 'vitest';
import { type ComparedField, hasSame, rebased } from '#console/parts/compared-field.ts';

type Draft = { readonly name: string; readonly tags: readonly string[] };

const NAME: ComparedField<Draft> = { name: 'name', label: 'Name', textOf: ({ name }) => name };
const TAGS: ComparedField<Draft> = {
  name: 'tags',
  label: 'Tags',
  textOf: ({ tags }) => tags.toSorted().join(),
};

const BASE: Draft = { name: 'Ada', tags: ['a', 'b'] };

describe('hasSame', () => {
  it('compares the texts of a field', () => {
    expect(hasSame(TAGS, BASE, { ...BASE, tags: ['b', 'a'] })).toBe(true);
    expect(hasSame(NAME, BASE, { ...BASE, name: 'Eve' })).toBe(false);
  });
});

describe('rebased', () => {
  it('keeps what the person changed, and takes everything else from the current version', () => {
    const mine = { ...BASE, name: 'Mine' };
    const theirs = { name: 'Theirs', tags: ['c'] };

    expect(rebased([NAME, TAGS], { base: BASE, mine, theirs })).toEqual({ name: 'Mine', tags: ['c'] });
  });

  it('is the current version if the person changed nothing', () => {
    const theirs = { name: 'Theirs', tags: ['c'] };

    expect(rebased([NAME, TAGS], { base: BASE, mine: BASE, theirs })).toEqual(theirs);
  });
});
