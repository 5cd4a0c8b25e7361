import { describe, expect, it } from 'vitest';
import { deleteBatches } from '#shared/publishing/domain/delete-batches.ts';
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
    [25, [25]],
    [26, [25, 1]],
  ])('splits %i posts into batches of %j', (count, sizes) => {
    const deletions = Array.from({ length: count }, () => deletionOf(1));
    const lots = deleteBatches(deletions);

    expect(lots.map(({ length }) => length)).toEqual(sizes);
    expect(lots.flat()).toEqual(deletions);
  });

  it('keeps a batch below the limit of a transaction, and never returns an empty one', () => {
    const lots = deleteBatches([2_900_000, 50_000, 60_000, 3_100_000, 10].map(deletionOf));

    expect(lots.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
  });
});
