import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { readQrCode } from '#test/support/fixtures/biolinks/read-qr-code.ts';
import { keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const OWNER: readonly Permission[] = [
  'biolinks:pages:read',
  'biolinks:pages:write',
  'biolinks:pages:publish',
  'biolinks:analytics:read',
];
/** The names of headless browsers are those of bots. */
const STRANGER = { userAgent: BROWSERS[0]?.agent ?? '' };

describeInChromium('pages in the console', () => {
  let owner = '';
  let reader = '';
  const { stack, browser, openTab, admin, keyOf, openWith } = consoleWorld();

  beforeAll(async () => {
    owner = await keyOf('Ada', OWNER);
    reader = await keyOf('Rita', ['biolinks:pages:read']);
  });

  const openAt = (path: string, key = owner, options: BrowserContextOptions = {}) =>
    openWith(key, path, options);

  async function draft(slug: string, title: string): Promise<string> {
    const body = { title, slug };
    const page = expectStatus(await admin().POST('/api/v1/biolinks/pages', { body }), 201).body.data.id;
    const block = { type: 'link', title: 'Notes', url: 'https://notes.example/' } as const;
    const params = { path: { page } };
    expectStatus(await admin().POST('/api/v1/biolinks/pages/{page}/blocks', { params, body: block }), 201);
    return page;
  }

  it.each([
    ['with the mouse', 'mouse', mouseOf],
    ['with the keyboard alone', 'keyboard', keyboardOf],
  ])(
    'are published, visited by a stranger, and show the view and the click within a minute %s',
    { timeout: 120_000 },
    async (_, slug, handsOf) => {
      const title = `Page by ${slug}`;
      const page = await draft(slug, title);
      const { tab } = await openAt('/pages');
      const hands = handsOf(tab);
      await hands.use(title);
      await hands.use('Publish');
      await tab.getByRole('img', { name: `QR code of ${stack.pagesUrl}/${slug}` }).waitFor();

      const stranger = await openTab({ ...DESKTOP, ...STRANGER });
      await stranger.tab.goto(`${stack.pagesUrl}/${slug}`);
      const [followed] = await Promise.all([
        stranger.tab.waitForResponse((response) => response.url().includes('/go/')),
        handsOf(stranger.tab).use('Notes'),
      ]);
      expect([followed.status(), followed.headers()['location']]).toEqual([303, 'https://notes.example/']);
      await stranger.close();

      await hands.use('Analytics');
      await tab.getByRole('listitem').filter({ hasText: 'Notes 1' }).waitFor({ timeout: 60_000 });
      await tab.getByText('100 for every 100 views').waitFor();
      await tab.getByRole('listitem').filter({ hasText: 'desktop 1 1 click' }).waitFor();
      await tab
        .getByRole('listitem')
        .filter({ hasText: 'unknown, or the visitor typed the URL 1' })
        .waitFor();
      const [download] = await Promise.all([tab.waitForEvent('download'), hands.use('Save links as CSV')]);
      expect(await readFile(await download.path(), 'utf8')).toMatch(
        /^block,item,clicks\r\n[0-9a-f-]{36},,1\r\n$/u,
      );

      await hands.use('Reset the analytics');
      await hands.use('Yes, reset the analytics');
      await waitFor('the counts are gone', async () => {
        const params = { path: { page } };
        const read = await admin().GET('/api/v1/biolinks/pages/{page}/analytics', { params });
        return expectStatus(read, 200).body.data.totals.views === 0;
      });
      await tab.getByRole('listitem').filter({ hasText: 'Notes 1' }).waitFor({ state: 'detached' });
    },
  );

  it('have a QR code that can be copied and saved in both formats', async () => {
    const page = await publishPage(admin(), 'coded', { title: 'Coded' }, []);
    const { tab } = await openAt(`/pages/${page}`);
    for (const [format, type, leastWidth] of [
      ['SVG', 'image/svg+xml', 200],
      ['PNG', 'image/png', 900],
    ] as const) {
      const [download] = await Promise.all([
        tab.waitForEvent('download'),
        tab.getByRole('button', { name: `Save as ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`coded-qr.${format.toLowerCase()}`);
      const { text, width } = await readQrCode(browser, type, await readFile(await download.path()));
      expect(text).toBe(`${stack.pagesUrl}/coded`);
      expect(width).toBeGreaterThanOrEqual(leastWidth);
    }
  });

  it('are unpublished, archived and made a draft again, never over the edit of another person', async () => {
    const page = await publishPage(admin(), 'moved', { title: 'Moved' }, []);
    const { tab, close } = await openAt(`/pages/${page}`);
    await tab.getByRole('button', { name: 'Archive', exact: true }).click();
    await tab.getByRole('button', { name: 'Yes, archive' }).click();
    await tab.getByText('nothing: the page is archived').waitFor();
    expect((await fetch(`${stack.pagesUrl}/moved`)).status).toBe(404);
    const params = { path: { page }, header: { 'If-Match': '*' } };
    const body = { title: 'Edited meanwhile' };
    expectStatus(await admin().PATCH('/api/v1/biolinks/pages/{page}', { params, body }), 200);
    await tab.getByRole('button', { name: 'Make the page a draft' }).click();
    await tab.getByText('revision_mismatch').waitFor();
    await close();
    const again = await openAt(`/pages/${page}`);
    await again.tab.getByRole('button', { name: 'Make the page a draft' }).click();
    await again.tab.getByRole('button', { name: 'Publish' }).click();
    await again.tab.getByRole('button', { name: 'Unpublish' }).click();
    await again.tab.getByRole('button', { name: 'Yes, unpublish' }).click();
    await again.tab.getByText('nothing: the page is a draft').waitFor();
  });

  it('show a key without further permissions neither commands nor analytics', async () => {
    const page = await publishPage(admin(), 'readable', { title: 'Readable' }, []);
    const { tab } = await openAt(`/pages/${page}`, reader);
    await tab.getByRole('img', { name: /^QR code/u }).waitFor();
    expect(await tab.getByRole('button', { name: 'Archive' }).count()).toBe(0);
    expect(await tab.getByRole('link', { name: 'Analytics' }).count()).toBe(0);
    await tab.goto(`${stack.baseUrl}/console/pages/${crypto.randomUUID()}${reader}`);
    await tab.getByText('This page does not exist').waitFor();
  });
});
