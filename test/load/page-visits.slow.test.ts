import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

/** `npm run test:nightly` makes 10,000 visits. */
const { VISIT_COUNT = '2000' } = process.env;
const VISITS = Number(VISIT_COUNT);
const CLICKS = VISITS * 0.3;
const VISITORS = VISITS * 0.26;
const AT_ONCE = 40;
const DEADLINE_MS = 120_000;
/** A slow machine needs five times as long as a fast one. */
const TEST_TIMEOUT_MS = 300_000;

const LINKS = ['https://a.example/', 'https://b.example/?x=1', 'https://c.example/#d'];

type Group = 'day' | 'block' | 'referrer' | 'device';

describe(`${VISITS} visits of a page`, () => {
  const stack = forAllTests(startStack, 'discard');
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const agent = forAllTests(() => new Agent({ connections: AT_ONCE }), 'close');

  /** The `User-Agent` of one of the visitors: one of forty browsers, each in many versions. */
  function agentOf(visitor: number): string {
    return `${BROWSERS[visitor % BROWSERS.length]?.agent} Version/${visitor}`;
  }

  async function send(
    path: string,
    headers: Readonly<Record<string, string>>,
    method: 'GET' | 'HEAD' = 'GET',
  ) {
    const response = await request(`${stack.baseUrl}${path}`, {
      method,
      headers: { ...headers, host: new URL(stack.pagesUrl).host },
      dispatcher: agent,
    });
    await response.body.dump();
    return { status: response.statusCode, location: response.headers['location'] };
  }

  /** Runs a task for each number, some at a time. */
  async function repeat(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await task(next++);
    });
    await Promise.all(lanes);
  }

  async function read(page: string, group: Group) {
    const params = { path: { page }, query: { group } };
    const { body } = expectStatus(await api.GET('/api/v1/biolinks/pages/{page}/analytics', { params }), 200);
    return body.data;
  }

  it(
    'gives exact views and clicks, and visitors within two percent, and stores nothing about a visitor',
    { timeout: TEST_TIMEOUT_MS },
    async () => {
      // A retry of the test must not find the page of the first run.
      const slug = `visited-${crypto.randomUUID()}`;
      const page = await publishPage(api, slug, {}, [
        ...LINKS.map((url, index) => ({ type: 'link', title: `Link ${index}`, url }) as const),
        { type: 'social', items: [{ network: 'instagram', url: 'https://instagram.example/ada' }] },
      ]);
      const { data: blocks } = expectStatus(
        await api.GET('/api/v1/biolinks/pages/{page}/blocks', { params: { path: { page } } }),
        200,
      ).body;
      const paths = blocks.map(({ id, type }) => `/${slug}/go/${id}${type === 'social' ? '/instagram' : ''}`);

      const before = new Set(await tables.readTexts());
      await repeat(VISITS, async (index) => {
        const headers = {
          'user-agent': agentOf(index % VISITORS),
          ...(index % 4 === 0
            ? { referer: `https://www.site-${index % 20}.example/private/path?secret=${index}` }
            : {}),
        };
        expect((await send(`/${slug}`, headers)).status).toBe(200);
      });
      await repeat(CLICKS, async (index) => {
        const { status, location } = await send(paths[index % paths.length] ?? '', {
          'user-agent': agentOf(index % VISITORS),
        });
        expect([status, location]).toEqual([303, [...LINKS, 'https://instagram.example/ada'][index % 4]]);
      });
      // None of these is a visit, except the views of browsers that opt out.
      const person = { 'user-agent': agentOf(1) };
      await repeat(100, async (index) => {
        await send(`/${slug}`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
        await send(paths[0] ?? '', { 'user-agent': 'facebookexternalhit/1.1' });
        await send(`/${slug}`, { ...person, 'sec-purpose': 'prefetch' });
        await send(`/${slug}`, person, 'HEAD');
        await send(`/${slug}`, {
          'user-agent': `${agentOf(index)} opted out`,
          [index % 2 ? 'dnt' : 'sec-gpc']: '1',
        });
        await send(paths[1] ?? '', { ...person, dnt: '1' });
      });

      const expected = { views: VISITS + 100, clicks: CLICKS };
      await waitFor(
        'every visit is counted',
        async () => {
          const { totals } = await read(page, 'day');
          return totals.views >= expected.views && totals.clicks >= expected.clicks ? totals : undefined;
        },
        DEADLINE_MS,
      );
      const { totals } = await read(page, 'day');
      expect(totals).toMatchObject(expected);
      expect(Math.abs(totals.visitors / VISITORS - 1)).toBeLessThan(0.02);

      expect((await read(page, 'block')).rows).toEqual(
        blocks
          .map(({ id, type }) => ({
            block: id,
            item: type === 'social' ? 'instagram' : null,
            clicks: CLICKS / 4,
          }))
          .toSorted((a, b) => (a.block < b.block ? -1 : 1)),
      );
      const referrers = (await read(page, 'referrer')).rows;
      expect(referrers).toHaveLength(6);
      expect(referrers.at(-1)).toEqual({ referrer: 'site-8.example', views: VISITS / 20 });
      const devices = (await read(page, 'device')).rows.map((row) => ('device' in row ? row.device : ''));
      expect(devices.toSorted()).toEqual(['desktop', 'mobile', 'other', 'tablet']);

      const written = (await tables.readTexts()).filter((text) => !before.has(text));
      const stored = written.join('\n');
      expect(stored).toContain('site-8.example');
      for (const mark of ['127.0.0.1', '::1', 'Mozilla', 'Version/', 'private/path', 'secret=', '"visitor"'])
        expect([mark, stored.includes(mark)]).toEqual([mark, false]);
    },
  );
});
