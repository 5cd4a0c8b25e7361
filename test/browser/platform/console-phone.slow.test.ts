import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { chooseFilter, filterChip } from '#test/support/fixtures/platform/console/list-filters.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** The lines of the text that an element shows. It is text, because the test types do not include the DOM. */
const linesOf = (selector: string) => `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(${JSON.stringify(selector)}));
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
})()`;

describeInChromium('the console on a phone and on a desktop', () => {
  const { stack, openTab, breakEndpoint, openAt } = consoleWorld();
  let broken: Awaited<ReturnType<typeof breakEndpoint>>;

  beforeAll(async () => {
    broken = await breakEndpoint('Till');
  });

  it('has one line above the screen and a bar below it, whose menu shows the link of the current screen', async () => {
    const { tab, audit } = await openTab(PHONE);
    // A key with all permissions has the most links.
    await tab.goto(`${stack.baseUrl}/console/audit#key=${stack.apiKey}`);
    const bar = tab.getByRole('navigation', { name: 'Main screens' });
    await bar.waitFor();
    expect((await tab.getByRole('banner').boundingBox())?.height).toBeLessThan(60);
    expect((await bar.boundingBox())?.height).toBeLessThan(60);
    expect(await audit()).toEqual([]);
    await bar.getByRole('button', { name: 'More' }).click();
    const current = tab.getByRole('navigation', { name: 'Console' }).locator('[aria-current]');
    await current.scrollIntoViewIfNeeded();
    const { x = 0, width = 0 } = (await current.boundingBox()) ?? {};

    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
    expect(await tab.getByRole('button', { name: 'Shortcuts' }).count()).toBe(0);
    expect(await audit()).toEqual([]);
  });

  it('gives the facts of an endpoint half of the width', async () => {
    const { tab } = await openAt(`/endpoints/${broken.endpoint.id}`, PHONE);
    await tab.getByText('Last failure', { exact: true }).waitFor();

    expect(await tab.evaluate(linesOf('main dl dd'))).toBe(1);
    expect((await tab.locator('main dl dd').first().boundingBox())?.width).toBeGreaterThan(150);
  });

  it.each([PHONE, DESKTOP])(
    'breaks no channel in the middle of the word, $viewport.width px',
    async (options) => {
      const { tab } = await openAt('/catalogue', options);
      await tab.getByRole('columnheader', { name: 'whatsapp' }).first().waitFor();

      expect(await tab.evaluate(linesOf('th:nth-child(3)'))).toBe(1);
      expect(await tab.evaluate(FITS)).toBe(true);
    },
  );

  /** Where the chips of filters begin. */
  const topsOf = (tab: Page, labels: readonly string[]) =>
    Promise.all(labels.map(async (label) => (await filterChip(tab, label).boundingBox())?.y));

  it('has filters on one line of a phone, which say what they are set to', async () => {
    const { tab, close } = await openAt('/events', PHONE);
    await chooseFilter(tab, 'Product', 'publishing');
    await tab.waitForURL((url) => url.search === '?product=publishing');
    expect(await filterChip(tab, 'Product').innerText()).toBe('Product is Publishing');
    await chooseFilter(tab, 'Product', 'all');
    await tab.waitForURL((url) => url.search === '');
    expect(new Set(await topsOf(tab, ['Event', 'Contact ID', 'To'])).size).toBe(1);
    expect(await tab.evaluate(FITS)).toBe(true);
    await close();

    const filtered = await openAt('/events?product=publishing', PHONE);
    await filtered.tab.getByText('Product is Publishing').waitFor();
  });

  it('shows deliveries of an endpoint on the first screen of a desktop, with filters on one line', async () => {
    const { tab } = await openAt(`/endpoints/${broken.endpoint.id}`, DESKTOP);
    const delivery = tab.locator('.rows a').first();
    await delivery.waitFor();
    const tops = await topsOf(tab, ['State', 'Status code']);

    expect((await delivery.boundingBox())?.y).toBeLessThan(700);
    expect(tops[0]).toBe(tops[1]);
  });

  it('shows what saves a form above the bar of the phone', async () => {
    const { tab } = await openAt(`/endpoints/${broken.endpoint.id}/settings`, PHONE);
    await tab.getByLabel('Name', { exact: true }).fill('Another name');
    const save = await tab.getByRole('button', { name: 'Review and save' }).boundingBox();
    const bar = await tab.getByRole('navigation', { name: 'Main screens' }).boundingBox();

    expect((save?.y ?? Infinity) + (save?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  it('says how many deliveries wait for a retry, and when the next attempt is', async () => {
    const { tab } = await openAt('/', DESKTOP);
    const card = tab.getByRole('article').filter({ hasText: 'Till' });
    await card.getByText('No attempt succeeded, 1 attempt failed.').waitFor();
    const retries = card.getByText('1 delivery waits for a retry. Next attempt: in');
    await retries.waitFor();

    expect(await retries.locator('time').first().getAttribute('datetime')).toBe(
      broken.delivery.next_attempt_at,
    );
  });

  it('shows the planned attempt of a delivery in the time zone of the workspace', async () => {
    const { endpoint_id: endpoint, id, next_attempt_at: next } = broken.delivery;
    const { tab } = await openAt(`/deliveries/${endpoint}/${id}`, DESKTOP);
    const why = tab.getByText('Attempt 2 is sent at about');
    await why.waitFor();

    expect(await why.locator('time').getAttribute('datetime')).toBe(next);
    expect(await why.innerText()).not.toContain(next);
  });
});
