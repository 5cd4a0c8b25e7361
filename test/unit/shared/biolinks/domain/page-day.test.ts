import { describe, expect, it } from 'vitest';
import { emptyDay, OTHERS, withVisits } from '#shared/biolinks/domain/page-day.ts';
import type { Visit } from '#shared/biolinks/domain/visit.ts';
import { countVisitors } from '#shared/biolinks/domain/visitor-sketch.ts';
import { aClick, aView } from '#test/support/builders/biolinks/visit-builders.ts';

const EMPTY = emptyDay({ workspaceId: 'w', pageId: 'p', day: '2026-06-01' });

describe('withVisits', () => {
  it('counts views by referrer and device, clicks by link and device, and visitors once', () => {
    const day = withVisits(EMPTY, [
      aView({ referrer: 'instagram.com', visitor: 'a'.repeat(16) }),
      aView({ referrer: '', visitor: 'a'.repeat(16), device: 'desktop' }),
      aView({ referrer: '', visitor: 'b'.repeat(16) }),
      aClick({ block: 'b1' }),
      aClick({ block: 'b2', item: 'instagram', device: 'desktop' }),
    ]);
    const again = withVisits(day, [
      aClick({ block: 'b1' }),
      aView({ referrer: '', visitor: 'b'.repeat(16) }),
    ]);

    expect(again).toMatchObject({
      views: 4,
      clicks: 3,
      links: [
        { name: 'b1', count: 2 },
        { name: 'b2/instagram', count: 1 },
      ],
      referrers: [
        { name: 'instagram.com', count: 1 },
        { name: '', count: 3 },
      ],
      devices: [
        { device: 'mobile', views: 3, clicks: 2 },
        { device: 'desktop', views: 1, clicks: 1 },
      ],
    });
    expect(countVisitors(again.visitors)).toBe(2);
  });

  it('counts a view of a browser that opts out, and nothing else of it', () => {
    const { from: _, ...view } = aView() as Extract<Visit, { kind: 'view' }>;

    expect(withVisits(EMPTY, [view])).toEqual({ ...EMPTY, views: 1 });
  });

  it('counts at most 100 referrers of a day, and the rest together', () => {
    const hosts = Array.from({ length: 150 }, (_, index) => aView({ referrer: `${index}.example` }));
    const day = withVisits(withVisits(EMPTY, hosts), hosts);

    expect(day.views).toBe(300);
    expect(day.referrers).toHaveLength(101);
    expect(day.referrers.find(({ name }) => name === OTHERS)?.count).toBe(100);
    expect(day.referrers.find(({ name }) => name === '99.example')?.count).toBe(2);
  });

  it('ignores visits from before the last reset', () => {
    const since = new Date(1000);

    expect(
      withVisits({ ...EMPTY, since }, [
        { ...aView(), at: 999 },
        { ...aView(), at: 1000 },
      ]).views,
    ).toBe(1);
  });
});
