// Slow: it waits for counted views, five seconds; test/unit/functions/biolinks counts them on a fake queue.
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { prepareGiven } from '#scripts/lib/samples/sample-givens.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ANALYTICS = '/api/v1/biolinks/pages/{page}/analytics';
const SHOP = { type: 'link', title: 'Shop', url: 'https://shop.example/' } as const;

describe('the analytics of a page', () => {
  const stack = forAllTests(shareStack);
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function visit(
    path: string,
    { host, cookie = '', form }: { host?: string; cookie?: string; form?: Record<string, string> } = {},
  ) {
    const { statusCode, headers, body } = await request(`${stack.pagesUrl}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: {
        'user-agent': BROWSERS[0]?.agent ?? '',
        cookie,
        ...(host === undefined ? {} : { host }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    });
    await body.dump();
    return {
      status: statusCode,
      location: headers['location'],
      cookie: String(headers['set-cookie']).split(';')[0] ?? '',
    };
  }

  async function linkOf(slug: string, page: string): Promise<string> {
    const params = { path: { page } };
    const { data } = expectStatus(
      await api.GET('/api/v1/biolinks/pages/{page}/blocks', { params }),
      200,
    ).body;
    return `/${slug}/go/${data[0]?.id}`;
  }

  async function totalsOf(page: string) {
    return expectStatus(await api.GET(ANALYTICS, { params: { path: { page } } }), 200).body.data.totals;
  }

  async function counted(page: string, expected: { readonly views: number; readonly clicks: number }) {
    await waitFor('the visits are counted', async () => {
      const { views, clicks } = await totalsOf(page);
      return views === expected.views && clicks === expected.clicks;
    });
  }

  /** Stores the counts of the page a second time, as those of an earlier day. */
  async function addEarlierDay(page: string): Promise<void> {
    const earlier = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    await tables.rewrite((item) =>
      item['pk'] === `VI#${page}` && 'views' in item
        ? { ...item, sk: `D#${earlier}`, day: earlier }
        : undefined,
    );
  }

  async function storedDays(page: string): Promise<number> {
    const items = await tables.readAll();
    return items.filter(({ item }) => item['pk'] === `VI#${page}` && 'views' in item).length;
  }

  it('count views and clicks behind a password, for visitors who have entered it', async () => {
    const settings = { protection: { password: 'open sesame' } };
    const page = await publishPage(api, 'counted-lock', { settings }, [SHOP]);
    const link = await linkOf('counted-lock', page);
    await visit('/counted-lock');
    expect(await visit(link)).toMatchObject({ status: 303, location: '/counted-lock' });
    const { cookie } = await visit('/counted-lock/unlock', { form: { password: 'open sesame' } });
    await visit('/counted-lock', { cookie });
    expect(await visit(link, { cookie })).toMatchObject({ status: 303, location: SHOP.url });

    await counted(page, { views: 1, clicks: 1 });
  });

  it('count on a domain of the workspace', async () => {
    const given = await prepareGiven(stack, 'verified-domain');
    const host = given['domainHost'] ?? '';
    const page = await publishPage(api, 'counted', { domain: given['domainId'] ?? '' }, [SHOP]);
    await visit('/counted', { host });
    expect(await visit(await linkOf('counted', page), { host })).toMatchObject({
      status: 303,
      location: SHOP.url,
    });

    await counted(page, { views: 1, clicks: 1 });
  });

  it('are empty after a reset, count again from then on, and end with the page', async () => {
    const page = await publishPage(api, 'counted-again', {}, [SHOP]);
    const params = { path: { page } };
    await visit('/counted-again');
    await counted(page, { views: 1, clicks: 0 });
    await addEarlierDay(page);
    expect(await totalsOf(page)).toMatchObject({ views: 2 });
    expectStatus(await api.DELETE(ANALYTICS, { params }), 204);
    expect(await totalsOf(page)).toEqual({ views: 0, clicks: 0, visitors: 0 });

    await visit('/counted-again');
    await visit('/counted-again');
    await counted(page, { views: 2, clicks: 0 });
    const csv = expectStatus(await api.GET(`${ANALYTICS}.csv`, { params, parseAs: 'text' }), 200).body;
    expect(csv).toMatch(/^day,views,clicks,visitors\r\n[^]*,2,0,1\r\n$/u);

    await addEarlierDay(page);
    expect(await storedDays(page)).toBeGreaterThan(1);
    const header = { 'If-Match': '*' };
    expectStatus(
      await api.DELETE('/api/v1/biolinks/pages/{page}', { params: { path: { page }, header } }),
      204,
    );
    expect(await storedDays(page)).toBe(0);
  });
});
