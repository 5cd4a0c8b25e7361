import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { filterChip, filterField } from '#test/support/fixtures/platform/console/list-filters.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

/** The name of what has the focus. It is text, because the test types do not include the DOM. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  return at.getAttribute('aria-label') ?? at.textContent.trim();
})()`;

describeInChromium('the parts of the console', () => {
  const { breakEndpoint, openAt } = consoleWorld();
  let broken: Awaited<ReturnType<typeof breakEndpoint>>;

  it('limit a list by the keyboard alone: a chip opens its field, Backspace clears the chip', async () => {
    broken = await breakEndpoint('Parts');
    const { tab } = await openAt(`/endpoints/${broken.endpoint.id}`);
    const rows = tab.getByRole('rowgroup', { name: 'deliveries, part 1' }).getByRole('row');
    await rows.first().waitFor();
    const chip = filterChip(tab, 'Status code');
    await chip.focus();
    expect(await chip.getAttribute('aria-expanded')).toBe('false');
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog', { name: 'Filter by Status code' }).waitFor();
    await waitFor('the focus in the field', () =>
      tab.evaluate<boolean>("document.activeElement.type === 'search'"),
    );
    await tab.keyboard.type('204');
    await tab.keyboard.press('Enter');
    await tab.getByText('No delivery matches.').waitFor();
    expect(new URL(tab.url()).search).toBe('?status_code=204');
    expect(await tab.evaluate(FOCUSED)).toBe('Status code is 204');
    await tab.keyboard.press('Backspace');
    await rows.first().waitFor();
    expect(new URL(tab.url()).search).toBe('');
    expect(await tab.evaluate(FOCUSED)).toBe('Status code');

    await filterField(tab, 'State');
    await tab.keyboard.press('Escape');
    await tab.getByRole('dialog', { name: 'Filter by State' }).waitFor({ state: 'hidden' });
    expect(await tab.evaluate(FOCUSED)).toBe('State');
  });

  it('clear one filter by its button, or all of them', async () => {
    const { tab } = await openAt(
      `/endpoints/${broken.endpoint.id}?state=succeeded&status_code=204&event=x.y`,
    );
    await tab.getByRole('button', { name: 'Clear the filter State' }).click();
    await tab.waitForURL((url) => url.search === '?status_code=204&event=x.y');
    expect(await tab.evaluate(FOCUSED)).toBe('State');
    await tab.getByRole('button', { name: 'Clear all filters' }).click();
    await tab.waitForURL((url) => url.search === '');
    expect(await tab.getByRole('button', { name: 'Clear all filters' }).count()).toBe(0);
  });

  it('say the steps of a chart that has the focus, and show them as a tooltip', async () => {
    const { tab } = await openAt(`/endpoints/${broken.endpoint.id}/metrics`);
    const chart = tab.getByRole('figure', { name: /^Attempts/u });
    await chart.getByRole('img').focus();
    await tab.keyboard.press('End');
    await chart
      .getByRole('status')
      .getByText(/succeeded 0, failed [1-9]/u)
      .waitFor({ state: 'attached' });
    const last = await chart.getByRole('status').innerText();
    await tab.keyboard.press('ArrowLeft');
    await chart.getByRole('status').getByText('failed 0').waitFor({ state: 'attached' });
    expect(await chart.getByRole('status').innerText()).not.toBe(last);
    await tab.keyboard.press('Tab');
    await waitFor('nothing', async () => (await chart.getByRole('status').innerText()) === '');
  });

  it('say in a toast what was done, with the next step, and keep it while it has the focus', async () => {
    const { tab } = await openAt(`/endpoints/${broken.endpoint.id}`);
    await tab.getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await tab.evaluate(FOCUSED)).toBe('No');
    await tab.getByRole('button', { name: 'Yes, pause' }).click();
    const toast = tab.getByRole('status').filter({ hasText: 'Parts is paused.' });
    await toast.waitFor();
    await toast.getByRole('link', { name: 'Show it' }).focus();
    // Longer than a toast stays.
    await tab.waitForTimeout(6500);
    expect(await toast.isVisible()).toBe(true);
    await toast.getByRole('button', { name: 'Close the message' }).click();
    await toast.waitFor({ state: 'detached' });
  });

  it('show the place of a list while it is read, but not of one that is there at once', async () => {
    const { tab } = await openAt('/');
    let go: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    await tab.route('**/api/v1/events?*', async (route) => {
      await wait;
      await route.continue();
    });
    await tab.getByRole('navigation').getByRole('link', { name: 'Events' }).first().click();
    await tab.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    await tab.locator('[aria-busy="true"] [aria-hidden="true"]').first().waitFor();
    go();
    await tab.getByText(/\d shown/u).waitFor();
    expect(await tab.getByText('Loading…').count()).toBe(0);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280])
      it(`fit and have no finding of axe, ${colorScheme} at ${width} px`, async () => {
        const { tab, audit } = await openAt(`/endpoints/${broken.endpoint.id}?state=failed`, {
          viewport: { width, height: 800 },
          colorScheme,
        });
        await tab.getByRole('button', { name: 'Clear the filter State' }).waitFor();
        await filterField(tab, 'Attempt');
        expect(await tab.evaluate(FITS)).toBe(true);
        expect(await audit()).toEqual([]);
        await tab.keyboard.press('Escape');
        await tab.getByRole('button', { name: 'More actions' }).click();
        expect(await audit()).toEqual([]);
        await tab.getByRole('menuitem', { name: 'Delete' }).click();
        expect(await audit()).toEqual([]);
      });
});
