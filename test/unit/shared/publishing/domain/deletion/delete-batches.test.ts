import { describe, expect, it } from 'vitest';
import { batchWrites, deleteBatches } from '#shared/publishing/domain/deletion/delete-batches.ts';
import { anOutcome, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';
import { A_TEXT, aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

function deletionOf(bytes: number) {
  const content = [{ body: 'x'.repeat(bytes), url: null, media: [] }];
  return {
    before: aPostIn('draft', { versions: A_TEXT.map((version) => ({ ...version, content })) }),
    after: null,
  };
}

describe('deleteBatches', () => {
  it.each([
    [0, []],
    [1, [1]],
    [48, [48]],
    [49, [48, 1]],
  ])('splits %i permanent deletions into batches of %j', (count, sizes) => {
    const deletions = Array.from({ length: count }, () => deletionOf(1));
    const lots = deleteBatches(deletions);

    expect(lots.map(({ length }) => length)).toEqual(sizes);
    expect(lots.flat()).toEqual(deletions);
  });

  it('puts 99 posts that are moved to the trash into a batch', () => {
    const deletions = Array.from({ length: 100 }, () => ({ ...deletionOf(1), after: aPostIn('draft') }));

    expect(deleteBatches(deletions).map(({ length }) => length)).toEqual([99, 1]);
  });

  it.each([
    ['permanently deleted', null, 32],
    ['moved to the trash', aPostIn('draft'), 49],
  ] as const)('leaves room for the removals of posts that are %s', (_, after, size) => {
    const removal = { before: undefined, after: aRemoval() };
    const deletions = Array.from({ length: size + 1 }, () => ({ ...deletionOf(1), after, removal }));
    const lots = deleteBatches(deletions);

    expect(lots.map(({ length }) => length)).toEqual([size, 1]);
    for (const lot of lots) expect(batchWrites(lot)).toBeLessThanOrEqual(100);
    expect(batchWrites(deletions)).toBeGreaterThan(100);
  });

  it('counts the size of removals', () => {
    const accounts = [anOutcome({ remote: ['x'.repeat(1_600_000)] })];
    const removal = { before: undefined, after: aRemoval({ accounts }) };

    expect(deleteBatches([1, 2].map(() => ({ ...deletionOf(1), removal })))).toHaveLength(2);
  });

  it('puts at most the given number of posts into a batch', () => {
    const deletions = Array.from({ length: 7 }, () => deletionOf(1));

    expect(deleteBatches(deletions, 5).map(({ length }) => length)).toEqual([5, 2]);
  });

  it('keeps a batch below the limit of a transaction, and never returns an empty one', () => {
    const lots = deleteBatches([2_900_000, 50_000, 60_000, 3_100_000, 10].map(deletionOf));

    expect(lots.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
  });
});
