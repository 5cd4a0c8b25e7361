import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCollected } from '#functions/webhooks/list-workspace-deliveries/merge-collected.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const RUNS = { numRuns: runs(1000) };

type Order = 'asc' | 'desc';
type Row = { readonly id: string; readonly passes: boolean };

/** Rows of an endpoint; no two endpoints share an id. Not every row matches the filter. */
const anyLists = fc
  .uniqueArray(fc.record({ at: fc.nat(400), endpoint: fc.nat(4), passes: fc.boolean() }), {
    selector: ({ at }) => at,
    maxLength: 60,
  })
  .map((rows) =>
    Array.from({ length: 5 }, (_, endpoint) =>
      rows
        .filter((row) => row.endpoint === endpoint)
        .map(({ at, passes }): Row => ({ id: String(at).padStart(3, '0'), passes })),
    ),
  );

const anyOrder = fc.constantFrom<Order>('asc', 'desc');

function inOrder(rows: readonly Row[], order: Order): Row[] {
  return rows.toSorted((a, b) => (a.id < b.id === (order === 'asc') ? -1 : 1));
}

/** Reads one endpoint as `collectDeliveries` does: to a full page, to the end, or until it has read enough. */
function collect(
  list: readonly Row[],
  order: Order,
  limit: number,
  mostRead: number,
  after: string | undefined,
) {
  const rest = inOrder(list, order).filter(
    ({ id }) => after === undefined || (order === 'asc' ? id > after : id < after),
  );
  const found: Row[] = [];
  for (const [index, row] of rest.entries()) {
    if (row.passes) found.push(row);
    const isLast = index === rest.length - 1;
    if (found.length === limit || index + 1 === mostRead)
      return { found, readTo: isLast ? undefined : row.id };
  }
  return { found, readTo: undefined };
}

/** Every page of the merged lists, following `readTo` to the end. */
function pagesOf(lists: readonly (readonly Row[])[], order: Order, limit: number, mostRead: number): Row[][] {
  const pages: Row[][] = [];
  let after: string | undefined;
  do {
    const parts = lists.map((list) => collect(list, order, limit, mostRead, after));
    const { page, readTo } = mergeCollected(parts, order, limit);
    pages.push(page);
    if (readTo !== undefined && readTo === after) throw new Error(`It stands still at ${readTo}`);
    after = readTo;
  } while (after !== undefined);
  return pages;
}

describe('mergeCollected, page by page', () => {
  it('returns every matching row exactly once, in order', () => {
    fc.assert(
      fc.property(
        anyLists,
        anyOrder,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 12 }),
        (lists, order, limit, mostRead) => {
          const pages = pagesOf(lists, order, limit, mostRead);

          expect(pages.flat()).toEqual(
            inOrder(
              lists.flat().filter(({ passes }) => passes),
              order,
            ),
          );
          expect(pages.every((page) => page.length <= limit)).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('fills every page but the last when reading is not cut short', () => {
    fc.assert(
      fc.property(anyLists, anyOrder, fc.integer({ min: 1, max: 8 }), (lists, order, limit) => {
        const pages = pagesOf(lists, order, limit, Number.POSITIVE_INFINITY);

        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      }),
      RUNS,
    );
  });

  it.each(['asc', 'desc'] as const)('returns one empty page for no endpoints in order %s', (order) => {
    expect(mergeCollected([], order, 25)).toEqual({ page: [], readTo: undefined });
  });

  it('makes a row wait for the part that is behind', () => {
    const ahead = { found: [{ id: '1' }, { id: '5' }], readTo: undefined };
    const behind = { found: [{ id: '2' }], readTo: '3' };

    expect(mergeCollected([ahead, behind], 'asc', 25)).toEqual({
      page: [{ id: '1' }, { id: '2' }],
      readTo: '3',
    });
  });
});
