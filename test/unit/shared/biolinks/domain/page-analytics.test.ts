import { describe, expect, it } from 'vitest';
import { dayRangeOf, estimated, rowsOf, totalsOf } from '#shared/biolinks/domain/page-analytics.ts';
import { emptyDay, withVisits } from '#shared/biolinks/domain/page-day.ts';
import type { Visit } from '#shared/biolinks/domain/visit.ts';
import { aClick, aView } from '#test/support/builders/biolinks/visit-builders.ts';

const TODAY = '2026-06-30';

function dayWith(day: string, visits: readonly Visit[]) {
  return estimated(withVisits(emptyDay({ workspaceId: 'w', pageId: 'p', day }), visits));
}

describe('dayRangeOf', () => {
  it.each([
    [{}, { from: '2026-06-03', to: TODAY }],
    [{ to: '2026-06-10' }, { from: '2026-05-14', to: '2026-06-10' }],
    [{ from: '2026-06-10' }, { from: '2026-06-10', to: TODAY }],
    [
      { from: TODAY, to: TODAY },
      { from: TODAY, to: TODAY },
    ],
    [{ to: '2026-12-01' }, { from: '2026-06-03', to: TODAY }],
    [{ from: '2025-05-27' }, { from: '2025-05-27', to: TODAY }],
  ])('%j means %j', (asked, range) => {
    expect(dayRangeOf(asked, TODAY)).toEqual(range);
  });

  it.each([
    [{ from: '2026-06-11', to: '2026-06-10' }, 'to'],
    [{ from: '2026-07-01' }, 'from'],
    [{ from: '2025-05-26' }, 'from'],
    [{ to: '2025-06-10' }, 'to'],
  ])('rejects %j because of "%s"', (asked, parameter) => {
    expect(dayRangeOf(asked, TODAY)).toMatchObject({ code: 'out_of_range', parameter });
  });
});

describe('rowsOf', () => {
  const range = { from: '2026-06-01', to: '2026-06-03' };
  const days = [
    dayWith('2026-06-01', [aView({ referrer: 'a.example' }), aView(), aClick({ block: 'b1' })]),
    dayWith('2026-06-03', [
      aView({ referrer: 'a.example', device: 'desktop' }),
      aClick({ block: 'b2', item: 'x' }),
      aClick({ block: 'b2', item: 'x' }),
    ]),
  ];

  it('gives each day of the range, also without visits', () => {
    expect(rowsOf(days, 'day', range)).toEqual([
      { day: '2026-06-01', views: 2, clicks: 1, visitors: 1 },
      { day: '2026-06-02', views: 0, clicks: 0, visitors: 0 },
      { day: '2026-06-03', views: 1, clicks: 2, visitors: 1 },
    ]);
    expect(totalsOf(days)).toEqual({ views: 3, clicks: 3, visitors: 2 });
  });

  it('adds up links, referrers and devices, the highest number first', () => {
    expect(rowsOf(days, 'block', range)).toEqual([
      { block: 'b2', item: 'x', clicks: 2 },
      { block: 'b1', item: null, clicks: 1 },
    ]);
    expect(rowsOf(days, 'referrer', range)).toEqual([
      { referrer: 'a.example', views: 2 },
      { referrer: null, views: 1 },
    ]);
    expect(rowsOf(days, 'device', range)).toEqual([
      { device: 'mobile', views: 2, clicks: 3 },
      { device: 'desktop', views: 1, clicks: 0 },
    ]);
  });

  it('returns at most 500 referrers, and the rest together at the end', () => {
    const many = Array.from({ length: 7 }, (_, day) =>
      dayWith(
        `2026-06-0${day + 1}`,
        Array.from({ length: 110 }, (__, index) => aView({ referrer: `${day}-${index}.example` })),
      ),
    );
    const rows = rowsOf(many, 'referrer', range);

    expect(rows).toHaveLength(501);
    expect(rows.at(-1)).toEqual({ referrer: 'other', views: 7 * 110 - 500 });
  });
});
