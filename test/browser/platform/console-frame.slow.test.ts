import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS, showScreen } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const EVERYTHING = [
  'publishing:webhooks:subscribe',
  'salesbot:webhooks:subscribe',
  'publishing:posts:read',
  'publishing:accounts:read',
  'biolinks:pages:read',
  'biolinks:domains:read',
  'salesbot:contacts:read',
  'salesbot:conversations:read',
  'salesbot:broadcasts:read',
  'salesbot:numbers:read',
  'workspace:members:read',
  'workspace:keys:read',
  'workspace:audit:read',
] as const;
const MOST_SHIFT = 0.02;

// Code that runs in the page is text, because the test types do not include the DOM.
const GROUND = 'getComputedStyle(document.body).backgroundColor';
const DARK = 'rgb(12, 13, 16)';
const LIGHT = 'rgb(246, 246, 247)';
const FOCUSED = 'document.activeElement.textContent.trim()';
/** Colours of the ground in every frame from the first on, and how much the frame moves. */
const WATCH = `(() => {
  globalThis.grounds = [];
  globalThis.shift = 0;
  const look = () => {
    if (document.body) grounds.push(${GROUND});
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries())
      if (!hadRecentInput && sources.some(({ node }) => node && !node.parentElement?.closest('main'))) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

describeInChromium('the frame of the console', () => {
  const { stack, admin, openAt, openTab, breakEndpoint } = consoleWorld();
  const home = (tab: Page) => tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
  const sidebar = (tab: Page) => tab.getByRole('navigation', { name: 'Console' });
  const currentNames = (tab: Page, name: string) =>
    tab.getByRole('navigation', { name }).locator('[aria-current="page"]').allInnerTexts();

  it('lists the screens that the key permits by product, with the endpoints that are failing', async () => {
    await breakEndpoint('Till');
    const { tab, audit } = await openAt('/', {}, EVERYTHING);
    await home(tab);
    const links = sidebar(tab).getByRole('link');

    expect((await links.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Home',
      'Endpoints',
      'Events',
      'Catalogue',
      'Posts',
      'Accounts',
      'Pages',
      'Domains',
      'Conversations',
      'Contacts',
      'Broadcasts',
      'Phone numbers',
      'Team',
      'API keys',
      'Notifications',
      'Audit log',
    ]);
    await sidebar(tab).getByRole('link', { name: 'Endpoints 1 failing', exact: true }).waitFor();
    expect(await audit()).toEqual([]);
    const posts = await openAt('/', {}, ['publishing:posts:read']);
    await home(posts.tab);
    expect(await sidebar(posts.tab).getByRole('link').allInnerTexts()).toEqual(['Home', 'Posts']);
  });

  it('folds a group, and folds the sidebar to icons with names, also after a reload', async () => {
    const { tab, audit, link } = await openAt('/', {}, EVERYTHING);
    await home(tab);
    await sidebar(tab).getByText('Publishing', { exact: true }).click();
    await sidebar(tab).getByRole('link', { name: 'Posts' }).waitFor({ state: 'hidden' });
    const fold = tab.getByRole('button', { name: 'Sidebar' });
    await fold.press('Enter');
    await waitFor('the narrow sidebar', async () => ((await sidebar(tab).boundingBox())?.width ?? 0) < 60);
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    // Without names, a folded group could not be opened.
    await sidebar(tab).getByRole('link', { name: 'Posts' }).waitFor();
    expect(await audit()).toEqual([]);
    await tab.goto('about:blank');
    await tab.goto(link.url);
    await home(tab);
    expect((await sidebar(tab).boundingBox())?.width).toBeLessThan(60);
    expect(await tab.evaluate('Object.entries(localStorage)')).toEqual([['console-sidebar', 'folded']]);
    await fold.click();

    expect((await sidebar(tab).boundingBox())?.width).toBeGreaterThan(200);
    expect(await tab.evaluate('localStorage.length')).toBe(0);
  });

  it('moves through the menu of the account by arrows, Home, End and letters, and returns by Escape', async () => {
    const { tab, audit } = await openAt('/', {}, EVERYTHING);
    await home(tab);
    const account = tab.getByRole('button', { name: 'Linda admin account' });
    await account.focus();
    await tab.keyboard.press('Enter');
    const menu = tab.getByRole('menu', { name: 'Account' });
    await menu.waitFor();
    await waitFor('the first entry', async () => (await tab.evaluate(FOCUSED)) === 'Light');
    expect(await audit()).toEqual([]);
    for (const [key, entry] of [
      ['ArrowDown', 'Dark'],
      ['End', 'Sign out'],
      ['ArrowDown', 'Light'],
      ['ArrowUp', 'Sign out'],
      ['Home', 'Light'],
      ['s', 'Shortcuts'],
    ] as const) {
      await tab.keyboard.press(key);
      expect(await tab.evaluate(FOCUSED), key).toBe(entry);
    }
    await tab.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await waitFor('the closed menu', async () => (await account.getAttribute('aria-expanded')) === 'false');
    expect(await tab.evaluate(FOCUSED)).toContain('Linda');
    await tab.keyboard.press('ArrowDown');
    await menu.waitFor();
    await tab.keyboard.press('s');
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    await menu.waitFor({ state: 'detached' });
  });

  it('opens a screen of the workspace by its menu', async () => {
    const { tab } = await openAt('/', {}, EVERYTHING);
    await tab.getByRole('button', { name: /workspace$/u }).click();
    await tab.getByRole('menuitem', { name: 'Audit log' }).click();
    await tab.waitForURL('**/console/audit');

    expect(await currentNames(tab, 'Console')).toEqual(['Audit log']);
  });

  it('shows a chosen theme from the first frame on, and follows the system again', async () => {
    const { tab, link, audit } = await openAt('/', { colorScheme: 'light' });
    await home(tab);
    expect(await tab.evaluate(GROUND)).toBe(LIGHT);
    await tab.getByRole('button', { name: 'Switch the theme' }).click();
    expect(await tab.evaluate(GROUND)).toBe(DARK);
    expect(await audit()).toEqual([]);
    await tab.addInitScript(WATCH);
    await tab.goto('about:blank');
    await tab.goto(link.url);
    await home(tab);
    expect(await tab.evaluate('[...new Set(grounds)]')).toEqual([DARK]);
    expect(await tab.locator('meta[name="theme-color"][media="all"]').getAttribute('content')).toBe(
      '#0c0d10',
    );
    expect(await tab.evaluate('Object.entries(localStorage)')).toEqual([['console-theme', 'dark']]);
    await tab.getByRole('button', { name: 'Linda admin account' }).click();
    await tab.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor();
    await tab.getByRole('menuitemradio', { name: 'As the system' }).click();

    expect(await tab.evaluate(GROUND)).toBe(LIGHT);
    expect(await tab.evaluate('localStorage.length')).toBe(0);
    await tab.emulateMedia({ colorScheme: 'dark' });
    expect(await tab.evaluate(GROUND)).toBe(DARK);
  });

  it('names the screens above, and marks the link of the sidebar that leads to them', async () => {
    const { endpoint, delivery } = await breakEndpoint('Crumbs');
    const { tab } = await openAt(`/deliveries/${endpoint.id}/${delivery.id}`);
    const crumbs = tab.getByRole('navigation', { name: 'Breadcrumb' });
    await crumbs.getByText('Delivery').waitFor();
    await tab.getByRole('banner').getByText('Local', { exact: true }).waitFor();
    expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual([
      'Webhooks',
      'Endpoints',
      'Endpoint',
      'Delivery',
    ]);
    expect(await sidebar(tab).locator('[aria-current="true"]').innerText()).toContain('Endpoints');
    await crumbs.getByRole('link', { name: 'Endpoint', exact: true }).click();
    await tab.waitForURL(`**/console/endpoints/${endpoint.id}`);
    await crumbs.getByRole('link', { name: 'Endpoints' }).click();
    await tab.waitForURL('**/console/endpoints');

    expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual(['Webhooks', 'Endpoints']);
    expect(await currentNames(tab, 'Breadcrumb')).toEqual(['Endpoints']);
  });

  it('has a bar on a phone, whose menu opens every other screen, and a way back', async () => {
    const { endpoint } = await breakEndpoint('Pocket');
    const { tab, audit } = await openAt('/', PHONE, EVERYTHING);
    const bar = tab.getByRole('navigation', { name: 'Main screens' });
    await bar.waitFor();
    expect(await bar.getByRole('link').count()).toBe(4);
    await bar.getByRole('link', { name: 'Webhooks' }).tap();
    await tab.waitForURL('**/console/endpoints');
    await tab.getByRole('button', { name: 'Webhooks screens' }).tap();
    await tab.getByRole('menuitem', { name: 'Catalogue' }).tap();
    await tab.waitForURL('**/console/catalogue');
    await bar.getByRole('button', { name: 'More' }).tap();
    const menu = tab.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Audit log' }).waitFor();
    expect(await audit()).toEqual([]);
    await menu.getByRole('link', { name: 'Audit log' }).tap();
    await tab.waitForURL('**/console/audit');
    await menu.waitFor({ state: 'detached' });
    await showScreen(tab, `/console/endpoints/${endpoint.id}`);
    await tab.getByRole('link', { name: 'Back to Endpoints' }).tap();
    await tab.waitForURL('**/console/endpoints');
    await tab.getByRole('banner').getByRole('button', { name: 'Search' }).tap();
    await tab.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
  });

  it('fits each window in both directions of reading and themes, with nothing that axe finds', async () => {
    // Axe would read a colour in the middle of its transition.
    const { tab, audit, complaints } = await openAt('/', { reducedMotion: 'reduce' }, EVERYTHING);
    await home(tab);
    for (const direction of ['ltr', 'rtl'])
      for (const [index, width] of [320, 390, 1000, 1280].entries()) {
        await tab.evaluate(`document.documentElement.dir = '${direction}'`);
        await tab.emulateMedia({ colorScheme: (index + direction.length) % 2 === 0 ? 'dark' : 'light' });
        await tab.setViewportSize({ width, height: 800 });
        await tab.getByRole('main').waitFor();
        const place = `${direction}, ${width}`;
        expect(await tab.evaluate(FITS), place).toBe(true);
        expect(await audit(), place).toEqual([]);
        const name = width < 400 ? 'Main screens' : 'Console';
        const { x = 0 } = (await tab.getByRole('navigation', { name }).boundingBox()) ?? {};
        if (width > 400) expect(x > width / 2, place).toBe(direction === 'rtl');
      }
    expect(complaints()).toEqual([]);
  });

  it('moves nothing of the frame while fonts, counts and a screen arrive', async () => {
    await breakEndpoint('Still');
    for (const viewport of [PHONE.viewport, { width: 1280, height: 900 }]) {
      const { tab, close } = await openTab({ viewport });
      await tab.addInitScript(WATCH);
      await tab.goto(`${stack.baseUrl}/console#key=${stack.apiKey}`);
      await tab.getByText('failing', { exact: true }).first().waitFor();
      await tab.waitForLoadState('networkidle');

      expect(await tab.evaluate('document.fonts.check("14px \'Inter Variable\'")')).toBe(true);
      expect(await tab.evaluate<number>('shift')).toBeLessThan(MOST_SHIFT);
      await close();
    }
  });

  it('lets a person enter another key when the key ends while the menu of a phone is open', async () => {
    const { tab, link } = await openAt('/', PHONE);
    await home(tab);
    await tab.waitForLoadState('networkidle');
    await tab.getByRole('button', { name: 'More' }).tap();
    await tab.getByRole('dialog', { name: 'Menu' }).waitFor();
    const path = { key: link.id };
    expectStatus(await admin().DELETE('/api/v1/api-keys/{key}', { params: { path } }), 204);
    await tab.getByRole('dialog').getByRole('link', { name: 'Events' }).tap();
    await tab.getByRole('alert').getByText('expired or was revoked').waitFor();
    await tab.getByLabel('Workspace API key').fill(stack.apiKey);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Events' }).waitFor();

    expect(new URL(tab.url()).pathname).toBe('/console/events');
  });

  it('skips to the content by the keyboard', async () => {
    const { tab } = await openAt('/');
    await home(tab);
    const skip = tab.getByRole('link', { name: 'Skip to the content' });
    expect((await skip.boundingBox())?.x).toBeLessThan(0);
    await skip.focus();
    expect((await skip.boundingBox())?.x).toBeGreaterThan(0);
    await tab.keyboard.press('Enter');

    expect(await tab.evaluate('document.activeElement.id')).toBe('screen');
  });
});
