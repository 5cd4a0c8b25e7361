import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { TAGS } from '#shared/api-docs/tags.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { chromiumWorld, describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';

const GROUPS = Object.values(TAGS).map(({ name }) => name);
const PAGES = [
  '/',
  '/docs/errors',
  '/docs/webhooks',
  '/docs/broadcasts',
  '/docs/mcp',
  '/docs/coming-from-mixpost',
  '/docs/compatibility',
];

// Code that runs in the page is text, because the test types do not include the DOM.
const FITS = 'document.documentElement.scrollWidth <= innerWidth';
const LISTED = `[...document.querySelectorAll('a[href^="#tag/"]')].map((link) => decodeURI(link.getAttribute('href')))`;
const IS_IN_VIEW = `(() => {
  const { top } = document.querySelector(':target').getBoundingClientRect();
  return top >= document.querySelector('header').getBoundingClientRect().bottom && top < innerHeight / 2;
})()`;

describeInChromium('the documentation in Chromium', () => {
  const { stack, openTab } = chromiumWorld();

  async function openReference(viewport = { width: 1280, height: 900 }) {
    const watched = await openTab({ viewport });
    await watched.tab.goto(`${stack.baseUrl}/docs`);
    await watched.tab.getByRole('heading', { name: 'Workspace platform' }).waitFor();
    return watched;
  }

  it('shows the reference without a violation of policy or script, and loads nothing from other hosts', async () => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const { tab, close } = await openReference(viewport);
      await tab.waitForLoadState('networkidle');

      expect(await tab.evaluate(FITS)).toBe(true);
      await close();
    }
  });

  it('lists every operation and every event', async () => {
    const { tab } = await openReference();
    for (const tag of GROUPS) await openTag(tab, tag);
    const listed = await tab.evaluate<string[]>(LISTED);
    const operations = OPERATIONS.flatMap(({ product, routes }) =>
      routes.map(({ method, path }) => `#tag/${slugOf(TAGS[product].name)}/${method}${path}`),
    );
    // Scalar writes hyphens for underscores.
    const events = EVENT_CATALOGUE.map(
      ({ name }) => `#tag/${slugOf(TAGS.events.name)}/webhook/POST/${name.replaceAll('_', '-')}`,
    );

    expect([...operations, ...events].filter((link) => !listed.includes(link))).toEqual([]);
  });

  it('executes an operation with a key in the page', async () => {
    const { tab } = await openReference();
    await tab.getByPlaceholder('Token').first().fill(stack.apiKey);
    await tab.goto(`${stack.baseUrl}/docs#tag/workspace/GET/api/v1/me`);
    await tab.getByRole('button', { name: 'Test Request (get /api/v1/me)' }).click();
    const send = tab.getByRole('dialog').getByRole('button', { name: /^Send get request/u });
    const [answer] = await Promise.all([tab.waitForResponse(`${stack.baseUrl}/api/v1/me`), send.click()]);

    expect(answer.status()).toBe(200);
    expect((await answer.json()).data.workspace.id).toBe(stack.workspaceId);
    await tab.getByRole('dialog').getByText('200 OK').waitFor();
  });

  it.each(PAGES)('shows %s in light and dark, on a phone and on a desktop', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 1280]) {
        const { tab, audit, close } = await openTab({
          viewport: { width, height: 844 },
          colorScheme,
        });
        await tab.goto(`${stack.baseUrl}${path}`);

        expect(await tab.evaluate(FITS)).toBe(true);
        expect(await audit()).toEqual([]);
        await close();
      }
  });

  it('opens the list of the documents on a phone, and moves on to another one, with the keyboard only', async () => {
    const { tab } = await openTab();
    await tab.goto(`${stack.baseUrl}/docs/webhooks`);
    const list = tab.getByRole('navigation', { name: 'Documentation' });
    expect(await list.isVisible()).toBe(false);
    await tab.getByText('All documents').press('Enter');
    await list.getByRole('link', { name: 'Errors' }).press('Enter');
    await tab.getByRole('heading', { name: 'Errors', exact: true }).waitFor();

    expect(new URL(tab.url()).pathname).toBe('/docs/errors');
    expect(await list.isVisible()).toBe(false);
  });

  it('links from the type of a problem to its paragraph', async () => {
    const { tab } = await openTab();
    const rejected = await fetch(`${stack.baseUrl}/api/v1/me`);
    const { type, title }: { type: string; title: string } = JSON.parse(await rejected.text());
    await tab.goto(type);

    expect(await tab.locator(':target').innerText()).toContain(title);
    // Below the links that stay at the top.
    await expect.poll(() => tab.evaluate(IS_IN_VIEW)).toBe(true);
  });
});

/** Opens the section of a tag in the list, if it is closed. */
async function openTag(tab: Page, tag: string): Promise<void> {
  const closed = tab.getByRole('button', { name: `Open Group - ${tag}` });
  if ((await closed.count()) > 0) await closed.first().click();
  await tab
    .locator(`a[href^="#tag/${slugOf(tag)}/"]`)
    .first()
    .waitFor();
}

function slugOf(tag: string): string {
  return tag.replaceAll(' ', '-');
}
