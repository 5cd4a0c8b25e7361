import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { longestTaskCpu } from '#bench/console/longest-task.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const DELIVERIES = 10_000;
const PER_PAGE = 50;
const MAX_MS = 50;
/** Work of a fixed size, and its CPU time on a machine on which the list may use MAX_MS. */
const REFERENCE_WORK = `(() => {
  const list = document.createElement('ul');
  for (let index = 0; index < 3000; index++)
    list.append(Object.assign(document.createElement('li'), { textContent: JSON.stringify({ index }) }));
  document.body.append(list);
  const height = list.offsetHeight;
  list.remove();
  return height;
})()`;
const REFERENCE_MS = 53;
const WHEEL_PX = 1500;

describeInChromium('a list of ten thousand deliveries', () => {
  const { stack, browser, openTab, admin, createLink } = consoleWorld();

  /** An endpoint whose list is as long as that of a busy one: the tab gets pages made from one real delivery. */
  async function openLongList() {
    const { id } = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks`);
    await ingestOrderPaid(admin(), '1');
    const path = { endpoint: id };
    const sample = await waitFor('a delivery', async () => {
      const listed = await admin().GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
        params: { path },
      });
      return expectStatus(listed, 200).body.data[0];
    });
    const opened = await openTab({ viewport: { width: 1280, height: 900 } });
    await opened.tab.route(
      (url) => url.pathname.endsWith('/deliveries'),
      (route: Route) => {
        const first = Number(new URL(route.request().url()).searchParams.get('cursor') ?? '0');
        const data = Array.from({ length: PER_PAGE }, (_, index) => ({
          ...sample,
          id: `${String(first + index).padStart(8, '0')}-0000-4000-8000-000000000000`,
        }));
        const next = first + PER_PAGE;
        const hasMore = next < DELIVERIES;
        return route.fulfill({
          json: { data, has_more: hasMore, next_cursor: hasMore ? String(next) : null },
        });
      },
    );
    const link = await createLink({ path: `/endpoints/${id}` });
    await opened.tab.goto(link.url);
    await opened.tab.getByText(`${PER_PAGE} shown`).or(opened.tab.getByText('100 shown')).first().waitFor();
    return opened;
  }

  /** The longest task while the action runs, in CPU time, because other processes of the machine lengthen frames. */
  async function longestTask(tab: Page, action: () => Promise<unknown>): Promise<number> {
    await browser.startTracing(tab, {
      categories: ['disabled-by-default-devtools.timeline', '__metadata'],
    });
    await action();
    return longestTaskCpu(await browser.stopTracing());
  }

  const shownRows = (tab: Page) => tab.evaluate<number>("document.querySelectorAll('.rows tbody tr').length");

  it(
    `scrolls to its end and back without a task of more than ${MAX_MS} ms`,
    { timeout: 300_000 },
    async () => {
      const { tab } = await openLongList();
      // A slower processor may use more time.
      const reference = await longestTask(tab, () => tab.evaluate(REFERENCE_WORK));
      let rowsAtEnd = 0;
      const longest = await longestTask(tab, async () => {
        await tab.mouse.move(600, 600);
        await waitFor(
          'the end of the list',
          async () => {
            await tab.mouse.wheel(0, WHEEL_PX);
            return tab.getByText(`${DELIVERIES} shown`, { exact: true }).isVisible();
          },
          240_000,
        );
        rowsAtEnd = await shownRows(tab);
        await waitFor(
          'the start of the list',
          async () => {
            await tab.mouse.wheel(0, -20 * WHEEL_PX);
            return tab.evaluate<boolean>('scrollY === 0');
          },
          120_000,
        );
      });

      expect(longest).toBeLessThanOrEqual(MAX_MS * Math.max(1, reference / REFERENCE_MS));
      expect(rowsAtEnd).toBeLessThan(1000);
    },
  );

  it('loads the next page by the button, and lets the keyboard leave the list', async () => {
    const { tab } = await openLongList();
    const more = tab.getByRole('button', { name: 'Load older deliveries' });
    await more.focus();
    const before = await tab.locator('.end output').innerText();
    await tab.keyboard.press('Enter');
    await waitFor('more rows', async () => (await tab.locator('.end output').innerText()) !== before);
    await more.focus();
    await tab.keyboard.press('Tab');

    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Show the API call');
  });

  /** Reads pages by scrolling until the list has this many rows. */
  async function scrollTo(tab: Page, rows: number): Promise<void> {
    await tab.mouse.move(600, 600);
    await waitFor(`${rows} rows`, async () => {
      await tab.mouse.wheel(0, WHEEL_PX);
      const [shown = '0'] = (await tab.locator('.end output').innerText()).split(' ');
      return Number(shown) >= rows;
    });
    let before: unknown;
    await waitFor('the end of the movement', async () => {
      const last = before;
      before = await tab.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve(scrollY)))');
      return before === last;
    });
  }

  /** The first link in the window, and where it is. */
  const firstLink = (tab: Page) =>
    tab.evaluate<{ href: string; top: number }>(
      `[...document.querySelectorAll('.rows a')].map((link) => ({ href: link.href, top: link.getBoundingClientRect().top }))
        .find(({ top }) => top > 100)`,
    );

  it('shows the same rows at the same place after the way back, and has the focus', async () => {
    const { tab } = await openLongList();
    await scrollTo(tab, 1000);
    // A browser restores the position itself only if the screen is at once as long as before.
    await tab.evaluate("history.scrollRestoration = 'manual'");
    const left = await firstLink(tab);
    const shown = await tab.locator('.end output').innerText();
    const link = tab.locator(`a[href="${new URL(left.href).pathname}"]`);
    await link.focus();
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { level: 1 }).waitFor();
    await tab.waitForURL(left.href);
    await tab.goBack();
    await tab.locator('.end output').waitFor();

    await waitFor('the focus', () => tab.evaluate<boolean>(`document.activeElement.href === '${left.href}'`));
    const found = await firstLink(tab);
    expect(found.href).toBe(left.href);
    expect(Math.abs(found.top - left.top)).toBeLessThan(3);
    expect(await tab.locator('.end output').innerText()).toBe(shown);
    await tab.keyboard.press('j');
    await waitFor('the next row', () =>
      tab.evaluate<boolean>(`document.activeElement.href !== '${left.href}'`),
    );
  });

  it('starts at the top when the person opens it by a link', async () => {
    const { tab } = await openLongList();
    await scrollTo(tab, 500);
    const { pathname } = new URL(tab.url());
    await tab.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Endpoints' }).click();
    await tab.locator(`a[href="${pathname}"]`).first().click();
    await tab.locator('.end output').waitFor();

    expect(await tab.evaluate('scrollY')).toBe(0);
    expect(Number.parseInt(await tab.locator('.end output').innerText(), 10)).toBeLessThan(500);
  });
});
