import { describe, expect } from 'vitest';
import { emptyDay, withVisits } from '#shared/biolinks/domain/page-day.ts';
import { aClick, aView } from '#test/support/builders/biolinks/visit-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { PAGE_PERMISSIONS, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const BLOCK = '019e830e-1a00-7494-8ae4-ccb1373bf6aa';

/** A page with visits on two days; today is 1 June 2026 in Berlin. */
async function createFixture() {
  const fixture = await startPageApi();
  const { api, page: pageId } = fixture;
  const reader = api.grant(['biolinks:analytics:read']);
  const { workspaceId } = api;
  const days = [
    { day: '2026-05-31', visits: [aView({ referrer: 'instagram.com' }), aView(), aClick({ block: BLOCK })] },
    { day: '2026-06-01', visits: [aView({ device: 'desktop' }), aClick({ block: BLOCK, item: 'x' })] },
  ];
  for (const { day, visits } of days) {
    const counted = withVisits(emptyDay({ workspaceId, pageId, day }), visits);
    await api.days.save(null, counted, [], NOW);
  }

  const read = async (query: Readonly<Record<string, string>> = {}, name = 'get-page-analytics') =>
    fixture.run(name, { key: reader, query });
  return { ...fixture, reader, read };
}

const it = itWith(createFixture);

describe('get-page-analytics', () => {
  it('returns the last 28 days in the time zone of the workspace', async ({ read }) => {
    const { status, body } = await read();
    const { rows, ...data } = body.data;

    expect(status).toBe(200);
    expect(data).toEqual({
      from: '2026-05-05',
      to: '2026-06-01',
      timezone: 'Europe/Berlin',
      group: 'day',
      totals: { views: 3, clicks: 2, visitors: 2 },
    });
    expect(rows).toHaveLength(28);
    expect(rows.slice(-2)).toEqual([
      { day: '2026-05-31', views: 2, clicks: 1, visitors: 1 },
      { day: '2026-06-01', views: 1, clicks: 1, visitors: 1 },
    ]);
  });

  it.each([
    [
      'block',
      [
        { block: BLOCK, item: null, clicks: 1 },
        { block: BLOCK, item: 'x', clicks: 1 },
      ],
    ],
    [
      'referrer',
      [
        { referrer: null, views: 2 },
        { referrer: 'instagram.com', views: 1 },
      ],
    ],
    [
      'device',
      [
        { device: 'mobile', views: 2, clicks: 2 },
        { device: 'desktop', views: 1, clicks: 0 },
      ],
    ],
  ])('groups by %s', async (group, rows, { read }) => {
    expect((await read({ group })).body.data.rows).toEqual(rows);
  });

  it('returns only the days of the range', async ({ read }) => {
    const { body } = await read({ from: '2026-05-31', to: '2026-05-31' });

    expect(body.data.totals).toEqual({ views: 2, clicks: 1, visitors: 1 });
    expect(body.data.rows).toHaveLength(1);
  });

  it.each([
    [{ from: '2026-02-30' }, 'invalid_date'],
    [{ to: 'today' }, 'invalid_date'],
    [{ group: 'country' }, 'invalid_format'],
    [{ from: '2026-06-02' }, 'out_of_range'],
    [{ from: '2026-06-01', to: '2026-05-31' }, 'out_of_range'],
    [{ from: '2025-04-27' }, 'out_of_range'],
    [{ days: '7' }, 'unknown_parameter'],
    [{ from: '2026-02-30', group: 'country' }, 'validation_failed'],
  ])('rejects %j with %s', async (query, code, { read }) => {
    for (const name of ['get-page-analytics', 'export-page-analytics'])
      expect(await read(query, name)).toMatchObject({ status: 422, body: { code } });
  });

  it('requires the permission for analytics, and hides pages of other workspaces', async (fixture) => {
    const { api, run } = fixture;
    const key = api.grant(PAGE_PERMISSIONS);
    const { workspaceId } = await api.createOtherWorkspace();
    const stranger = api.grant(['biolinks:analytics:read'], { workspaceId });

    for (const name of ['get-page-analytics', 'export-page-analytics']) {
      expect((await run(name, { key })).body.code).toBe('permission_missing');
      expect((await run(name, { key: stranger })).body.code).toBe('page_not_found');
    }
  });
});

describe('export-page-analytics', () => {
  it.each([
    ['day', ['day,views,clicks,visitors', '2026-05-31,2,1,1', '2026-06-01,1,1,1', '']],
    ['block', ['block,item,clicks', `${BLOCK},,1`, `${BLOCK},x,1`, '']],
    ['referrer', ['referrer,views', ',2', 'instagram.com,1', '']],
    ['device', ['device,views,clicks', 'mobile,2,2', 'desktop,1,0', '']],
  ])('returns the rows by %s as CSV', async (group, lines, { read }) => {
    const { status, headers, text } = await read({ group, from: '2026-05-31' }, 'export-page-analytics');

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="ada-${group}-2026-05-31-2026-06-01.csv"`,
    });
    expect(text).toBe(lines.join('\r\n'));
  });
});

describe('reset-page-analytics', () => {
  it('deletes the counts, and leaves the page as it is', async ({ read, run, stored }) => {
    const { status, text } = await run('reset-page-analytics');

    expect([status, text]).toEqual([204, undefined]);
    expect((await read()).body.data.totals).toEqual({ views: 0, clicks: 0, visitors: 0 });
    expect(stored().revision).toBe(1);
    expect((await run('reset-page-analytics')).status).toBe(204);
  });

  it('ignores visits of today and yesterday that were made before it', async ({ api, page, run }) => {
    await run('reset-page-analytics');
    const since = api.clock();

    for (const day of ['2026-05-31', '2026-06-01'])
      expect((await api.days.read(page, day)).day).toMatchObject({ views: 0, since });
  });

  it('requires the permission to write pages, and hides pages of other workspaces', async (fixture) => {
    const { api, run, read, reader } = fixture;
    const { workspaceId } = await api.createOtherWorkspace();
    const stranger = api.grant(PAGE_PERMISSIONS, { workspaceId });

    expect((await run('reset-page-analytics', { key: reader })).body.code).toBe('permission_missing');
    expect((await run('reset-page-analytics', { key: stranger })).body.code).toBe('page_not_found');
    expect((await read()).body.data.totals.views).toBe(3);
  });

  it('requires the permission to publish if the page is active', async ({ api, page, run, read }) => {
    const writer = api.grant(['biolinks:pages:write']);
    const stored = api.core.pages.get(page);
    if (stored) api.core.pages.set(page, { ...stored, status: 'active' });
    const { status, body } = await run('reset-page-analytics', { key: writer });

    expect([status, body.missing_permissions]).toEqual([403, ['biolinks:pages:publish']]);
    expect((await read()).body.data.totals.views).toBe(3);
    if (stored) api.core.pages.set(page, stored);
    expect((await run('reset-page-analytics', { key: writer })).status).toBe(204);
  });
});
