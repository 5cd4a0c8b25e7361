import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS, HOSTILE, showScreen } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const EVERYTHING = [
  'publishing:webhooks:subscribe',
  'salesbot:webhooks:subscribe',
  'publishing:posts:read',
  'publishing:accounts:read',
  'biolinks:pages:read',
  'salesbot:contacts:read',
  'workspace:keys:read',
  'workspace:audit:read',
] as const;
const NAME = 'Search or jump to';
// Code that runs in the page is text, because the test types do not include the DOM.
const FOCUSED = 'document.activeElement.labels?.[0]?.textContent';
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
const STORED = 'JSON.stringify({ ...localStorage, ...sessionStorage })';

describeInChromium('the palette of the console', () => {
  let warehouse = '';
  let odd = '';
  const { stack, admin, openAt, openWith } = consoleWorld();
  const { createContact } = messagingUser(admin);

  beforeAll(async () => {
    warehouse = await createNamed('Warehouse');
    odd = await createNamed(HOSTILE);
  });

  async function createNamed(name: string): Promise<string> {
    const { id } = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/console`);
    const params = { path: { endpoint: id } };
    expectStatus(
      await admin().PATCH('/api/v1/workspace-webhooks/{endpoint}', { params, body: { name } }),
      200,
    );
    return id;
  }

  const field = (tab: Page) => tab.getByRole('combobox', { name: NAME });
  const options = (tab: Page) => tab.getByRole('listbox', { name: 'Results' }).getByRole('option');
  const option = (tab: Page, name: string | RegExp) =>
    tab.getByRole('listbox', { name: 'Results' }).getByRole('option', { name });
  const active = (tab: Page) => tab.locator('[role="option"][aria-selected="true"]');

  /** Opens the palette, types, and waits until what has the text is the active option. */
  async function type(tab: Page, text: string, name: string | RegExp): Promise<void> {
    await tab.keyboard.press('ControlOrMeta+k');
    await field(tab).waitFor();
    await tab.keyboard.type(text);
    await active(tab).and(option(tab, name)).waitFor();
  }

  /** Types and opens what is found first. */
  async function jump(tab: Page, text: string, name: string | RegExp, path: string): Promise<void> {
    await type(tab, text, name);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${stack.baseUrl}${path}`);
    await field(tab).waitFor({ state: 'detached' });
  }

  it('opens by each key and by the button, and returns to what the person typed', async () => {
    const { tab, complaints } = await openAt('/endpoints/new', {}, EVERYTHING);
    const name = tab.getByLabel('Name', { exact: true });
    await name.fill('Half a na');
    await tab.keyboard.press('ControlOrMeta+k');
    await field(tab).waitFor();
    await tab.keyboard.press('Escape');
    await field(tab).waitFor({ state: 'detached' });
    await waitFor('the focus on the field', async () => (await tab.evaluate(FOCUSED)) === 'Name');
    await tab.evaluate(TWO_FRAMES);
    await tab.keyboard.type('me');
    expect(await name.inputValue()).toBe('Half a name');
    await tab.getByRole('main').focus();
    await tab.keyboard.press('/');
    await field(tab).waitFor();
    expect(await field(tab).inputValue()).toBe('');
    await tab.getByRole('button', { name: 'Close' }).click();
    await tab.getByRole('button', { name: NAME }).click();
    await field(tab).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('opens screens, begins commands and finds things by a part of their name, by the keyboard alone', async () => {
    const { tab, complaints } = await openAt('/', {}, EVERYTHING);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await jump(tab, 'audit', /Audit log/u, '/console/audit');
    await jump(tab, 'new endp', /New endpoint/u, '/console/endpoints/new');
    // A letter is wrong.
    await jump(tab, 'warehoose', /Warehouse/u, `/console/endpoints/${warehouse}`);
    await jump(tab, 'paid order', /order_paid/u, '/console/catalogue/salesbot.store.order_paid');
    await jump(
      tab,
      'settings of ware',
      /Change the settings of Warehouse/u,
      `/console/endpoints/${warehouse}/settings`,
    );
    await type(tab, 'dark', /Dark theme/u);
    await tab.keyboard.press('Enter');
    await tab.locator('html[data-theme="dark"]').waitFor();

    await tab.keyboard.press('ControlOrMeta+k');
    await tab.keyboard.type('e');
    await option(tab, /Endpoints/u)
      .first()
      .waitFor();
    const chosen = () => active(tab).getAttribute('id');
    const first = await chosen();
    await tab.keyboard.press('ArrowDown');
    const second = await chosen();
    expect(second).not.toBe(first);
    expect(await field(tab).getAttribute('aria-activedescendant')).toBe(second);
    await tab.keyboard.press('ArrowUp');
    expect(await chosen()).toBe(first);
    expect(complaints()).toEqual([]);
  });

  it('finds an ID, a mail address, a phone number and a URL', async () => {
    const id = await createContact({ name: 'Nora', email: 'nora@example.com', phone: '+12025550177' });
    const { tab, complaints } = await openAt('/', {}, EVERYTHING);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    for (const text of [id, 'nora@example.com', '+12025550177']) {
      await jump(tab, text, /Nora/u, `/console/contacts/${id}`);
      await showScreen(tab, '/console');
    }
    await jump(tab, warehouse, /Warehouse/u, `/console/endpoints/${warehouse}`);
    await type(tab, `${stack.receiverUrl}/hooks`, /Warehouse|onerror/u);
    // An address that is not complete is no request that fails.
    await field(tab).fill('nora@exam');
    await option(tab, 'Find “nora@exam”').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('shows what was opened last, and stores no name', async () => {
    const { tab } = await openAt('/', {}, EVERYTHING);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await jump(tab, 'wareh', /Warehouse/u, `/console/endpoints/${warehouse}`);
    await showScreen(tab, '/console/audit');
    await tab.getByRole('heading', { name: 'Audit log' }).waitFor();
    await tab.keyboard.press('ControlOrMeta+k');
    const recent = tab.getByRole('group', { name: 'Recent' });
    await recent.getByRole('option', { name: 'Warehouse', selected: true }).waitFor();
    expect(await tab.evaluate<string>(STORED)).not.toContain('Warehouse');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${stack.baseUrl}/console/endpoints/${warehouse}`);
  });

  it('leads from a text that nothing has to the search of everything', async () => {
    const { tab } = await openAt('/', {}, EVERYTHING);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await type(tab, 'zzzqqq', 'Find “zzzqqq”');
    await tab.getByRole('group', { name: 'Nothing has this name' }).waitFor();
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${stack.baseUrl}/console/find?id=zzzqqq`);
    await tab.getByText('This key can see no resource with the ID or the name').waitFor();

    expect(await tab.getByRole('main').getByRole('link').count()).toBe(0);
  });

  it('offers only what the key permits', async () => {
    const body = { name: 'Posts', permissions: ['publishing:posts:read' as const] };
    const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    const { tab, complaints } = await openWith(`#key=${secret}`, '');
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await tab.keyboard.press('/');
    await option(tab, /^Posts/u)
      .first()
      .waitFor();
    expect(await tab.getByRole('group', { name: 'Go to' }).getByRole('option').allInnerTexts()).toEqual([
      'Home',
      expect.stringMatching(/^Posts/u),
      expect.stringMatching(/^Posting queue/u),
      'Find',
    ]);
    expect(await option(tab, /New /u).count()).toBe(0);
    await tab.keyboard.type('warehouse');
    await option(tab, 'Find “warehouse”').waitFor();
    expect(await options(tab).count()).toBe(1);
    await option(tab, /Find/u).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('shows hostile names as text, and fits each window in both themes and directions', async () => {
    const { tab, audit, complaints } = await openAt('/', { reducedMotion: 'reduce' }, EVERYTHING);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await type(tab, 'onerror', /onerror/u);
    for (const direction of ['ltr', 'rtl'])
      for (const width of [320, 390, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          await tab.evaluate(`document.documentElement.dir = '${direction}'`);
          await tab.emulateMedia({ colorScheme });
          await tab.setViewportSize({ width, height: 800 });
          await field(tab).waitFor();
          expect(await tab.evaluate(FITS)).toBe(true);
          expect(await audit()).toEqual([]);
        }
    expect(await tab.locator('img[src="x"]').count()).toBe(0);
    await field(tab).fill('"><img src=x onerror=alert(1)>');
    await option(tab, /Find/u).waitFor();
    expect(await tab.locator('img[src="x"]').count()).toBe(0);
    await field(tab).fill('onerror');
    await option(tab, /Change the settings of/u).click();
    await tab.waitForURL(`${stack.baseUrl}/console/endpoints/${odd}/settings`);
    expect(complaints()).toEqual([]);
  });

  it('opens and closes by touch on a phone', async () => {
    const { tab, complaints } = await openAt('/', PHONE, EVERYTHING);
    await tab.getByRole('banner').getByRole('button', { name: 'Search' }).tap();
    await field(tab).waitFor();
    await tab.getByRole('button', { name: 'Close' }).tap();
    await field(tab).waitFor({ state: 'detached' });
    await tab.getByRole('banner').getByRole('button', { name: 'Search' }).tap();
    await field(tab).fill('wareh');
    await option(tab, /^Warehouse/u).tap();
    await waitFor('the endpoint', () => tab.url().endsWith(`/endpoints/${warehouse}`));
    expect(complaints()).toEqual([]);
  });
});
