import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const EVERYTHING = [
  'publishing:webhooks:subscribe',
  'salesbot:webhooks:subscribe',
  'publishing:posts:read',
  'publishing:posts:publish',
  'publishing:accounts:read',
  'publishing:accounts:write',
  'biolinks:pages:read',
  'biolinks:pages:write',
  'biolinks:analytics:read',
  'salesbot:conversations:read',
  'salesbot:contacts:read',
  'salesbot:broadcasts:read',
  'salesbot:numbers:read',
  'salesbot:numbers:write',
  'workspace:members:read',
] as const satisfies readonly Permission[];
const POSTS = '/os/api/{workspace}/posts';
const MOST_SHIFT = 0.02;

// Code that runs in the page is text, because the test types do not include the DOM.
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
const WATCH = `(() => {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

describeInChromium('Home', () => {
  const { stack, admin, breakEndpoint, openAt, openTab, openWith, keyOf } = consoleWorld();
  const { createContact, connectNumber, receive } = messagingUser(admin);
  const within = () => ({ path: { workspace: stack.workspaceId } });
  const attention = (tab: Page) => tab.getByRole('region', { name: 'What needs attention' });

  async function keyWith(permissions: readonly Permission[]): Promise<string> {
    const body = { name: 'Own', permissions: [...permissions] };
    return `#key=${expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body.secret}`;
  }

  /** The requests of a tab, as method and path with query. */
  function requestsOf(tab: Page): string[] {
    const paths: string[] = [];
    tab.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/(?:api|os)\//u.test(pathname)) paths.push(`${pathname}${search}`);
    });
    return paths;
  }

  async function createPost(text: string, fields: object, fail?: 'unauthorised'): Promise<string> {
    const accounts = expectStatus(
      await admin().GET('/os/api/{workspace}/accounts', { params: within() }),
      200,
    ).body.data.map(({ id }) => id);
    const options = fail ? { options: { sandbox: { fail } } } : {};
    const versions = [{ account_id: 0, is_original: true, content: [{ body: text }], ...options }];
    const body = { accounts, versions, ...fields };
    return expectStatus(await admin().POST(POSTS, { params: within(), body }), 201).body.data.id;
  }

  it('teaches the first step of each product in an empty workspace', async () => {
    // A stack begins with a page, which is archived, not removed.
    const { tab, audit, complaints } = await openAt('/', { reducedMotion: 'reduce' }, EVERYTHING);
    const steps = tab.getByRole('region', { name: 'First steps' });
    await steps.getByText('This workspace has no webhook endpoint yet.').waitFor();
    for (const [name, path] of [
      ['Create one', '/console/endpoints/new'],
      ['Connect an account', '/console/accounts'],
      ['Connect a number', '/console/numbers'],
    ] as const)
      expect(await steps.getByRole('link', { name }).getAttribute('href')).toBe(path);
    await attention(tab).getByText('Nothing in the products that this key can see waits for you.').waitFor();
    await tab.getByText('Nothing needs your attention.').waitFor();
    await tab.getByRole('region', { name: 'Next posts' }).getByText('Nothing is planned').waitFor();
    await tab
      .getByRole('region', { name: 'Waiting in the inbox' })
      .getByText('No conversation is open')
      .waitFor();
    for (const width of [320, 1280]) {
      await tab.setViewportSize({ width, height: 800 });
      expect(await tab.evaluate(FITS)).toBe(true);
      expect(await audit()).toEqual([]);
    }
    expect(complaints()).toEqual([]);
  });

  it('shows what needs attention in all products, and what waits', async () => {
    const connected = { provider: 'sandbox' as const, name: HOSTILE, credentials: {} };
    expectStatus(
      await admin().POST('/os/api/{workspace}/accounts', { params: within(), body: connected }),
      201,
    );
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const post = await createPost(`Winter ${HOSTILE}`, { date: soon, time: '09:00' });
    const params = { path: { workspace: stack.workspaceId, post } };
    expectStatus(await admin().POST(`${POSTS}/submit/{post}`, { params, body: {} }), 200);
    await connectNumber('+12025550161');
    const contact = await createContact({ name: HOSTILE });
    await receive(contact, 'Is it open?');
    const refused = await createPost('Open until eight', { date: soon, time: '10:00' }, 'unauthorised');
    const failed = { path: { workspace: stack.workspaceId, post: refused } };
    expectStatus(
      await admin().POST(`${POSTS}/schedule/{post}`, { params: failed, body: { postNow: true } }),
      200,
    );
    await waitFor('the failure', async () => {
      const read = await admin().GET(`${POSTS}/{post}`, { params: failed });
      return expectStatus(read, 200).body.data.status_name === 'failed';
    });
    const { tab, audit, complaints } = await openAt('/', { reducedMotion: 'reduce' }, EVERYTHING);
    const lost = attention(tab)
      .getByRole('article')
      .filter({ hasText: '“Open until eight” was not published' });
    await lost.getByText('Sandbox: The sandbox was configured to reject the credentials.').waitFor();
    const account = attention(tab).getByRole('article').filter({ hasText: 'must be reconnected' });
    await account.getByText('Nothing is published until you reconnect the account.').waitFor();
    expect(await account.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe(
      '/console/accounts',
    );
    const row = attention(tab).getByRole('article').filter({ hasText: 'waits for your approval' });
    await row.getByText('Winter').waitFor();
    await tab
      .getByText('1 post was not published, 1 account must be reconnected, 1 post waits for approval.')
      .waitFor();
    await tab.getByRole('region', { name: 'Next posts' }).getByText('waits for approval').waitFor();
    const inbox = tab.getByRole('region', { name: 'Waiting in the inbox' });
    await inbox.getByRole('link', { name: 'onerror' }).waitFor();
    await tab.getByText('1 not answered · 1 without a member').waitFor();
    for (const width of [320, 390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.setViewportSize({ width, height: 800 });
        await tab.emulateMedia({ colorScheme });
        await tab.evaluate(TWO_FRAMES);
        expect(await tab.evaluate(FITS)).toBe(true);
        expect(await audit()).toEqual([]);
      }
    expect(await tab.locator('img[src="x"]').count()).toBe(0);
    await row.getByRole('link', { name: 'Review' }).click();
    await tab.waitForURL(`${stack.baseUrl}/console/posts/${post}`);
    expect(complaints()).toEqual([]);
  });

  it('shows a key for one product only the sections of this product', async () => {
    const { tab, complaints } = await openTab();
    const requests = requestsOf(tab);
    await tab.goto(`${stack.baseUrl}/console${await keyWith(['publishing:posts:read'])}`);
    await tab.getByRole('region', { name: 'Next posts' }).getByText('Winter').waitFor();
    await tab.getByText('waits for approval').first().waitFor();
    await tab.getByText('This key cannot see webhook endpoints').waitFor();
    expect(await tab.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'What needs attention',
      'Next posts',
    ]);
    expect(requests.filter((path) => !/^\/api\/v1\/me$|^\/os\/api\/[^/]+\/posts/u.test(path))).toEqual([]);
    expect(complaints()).toEqual([]);
  });

  it('needs two requests for the failures of all endpoints, and moves nothing when they arrive', async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma']) await breakEndpoint(name);
    const { tab, complaints } = await openTab({ viewport: { width: 1280, height: 900 } });
    await tab.addInitScript(WATCH);
    const requests = requestsOf(tab);
    await tab.goto(`${stack.baseUrl}/console${await keyOf('Linda', EVERYTHING)}`);
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      await attention(tab)
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('link', { name: 'See the failed delivery' })
        .waitFor();
    await tab.getByText(/^3 endpoints are failing, 1 post was not published/u).waitFor();
    await tab.waitForLoadState('networkidle');

    expect(requests.filter((path) => path.includes('/deliveries'))).toHaveLength(2);
    expect(requests.filter((path) => path.includes('/metrics'))).toHaveLength(1);
    expect(requests.length).toBeLessThanOrEqual(20);
    expect(await tab.evaluate<number>('shift')).toBeLessThan(MOST_SHIFT);
    expect(complaints()).toEqual([]);
  });

  it('keeps the range of its figures in the URL', async () => {
    const { tab } = await openWith(await keyOf('Linda', EVERYTHING), '');
    const deliveries = tab.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByRole('img', { name: 'Attempts in the last 7 days' }).waitFor();
    const ranges = tab.getByRole('navigation', { name: 'Time range' });
    for (const [label, words, url] of [
      ['28 days', 'the last 28 days', '?range=28d'],
      ['24 hours', 'the last 24 hours', '?range=24h'],
    ] as const) {
      await ranges.getByRole('link', { name: label }).press('Enter');
      await tab.waitForURL(`${stack.baseUrl}/console${url}`);
      await deliveries.getByRole('img', { name: `Attempts in ${words}` }).waitFor();
      expect(tab.url()).toBe(`${stack.baseUrl}/console${url}`);
      expect(await ranges.locator('[aria-current]').innerText()).toBe(label);
    }
    await deliveries.getByText('Show the numbers').click();
    expect(await deliveries.getByRole('table').getByRole('row').count()).toBe(25);
    await ranges.getByRole('link', { name: '7 days' }).click();
    await tab.waitForURL(`${stack.baseUrl}/console`);
  });

  it('says at its place what could not be read, and shows the rest', async () => {
    const { tab } = await openTab();
    await tab.route(/\/metrics\?/u, (route) =>
      route.fulfill({ status: 400, json: { code: 'broken', detail: 'No metrics today.' } }),
    );
    await tab.goto(`${stack.baseUrl}/console${await keyOf('Linda', EVERYTHING)}`);
    const deliveries = tab.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByRole('alert').getByText('No metrics today.').waitFor();
    await tab.getByText('This figure could not be read.').waitFor();
    await tab.getByRole('region', { name: 'Next posts' }).getByText('Winter').waitFor();
    await tab.unroute(/\/metrics\?/u);
    await deliveries.getByRole('button', { name: 'Try again' }).click();
    await deliveries.getByRole('img', { name: 'Attempts in' }).waitFor();

    expect(await deliveries.getByRole('alert').count()).toBe(0);
  });
});
