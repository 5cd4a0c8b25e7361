import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { filterField } from '#test/support/fixtures/platform/console/list-filters.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ONE = '/api/v1/workspace-webhooks/{endpoint}';

describeInChromium('the console in trouble', () => {
  const { stack, openTab, admin, breakEndpoint, openAt } = consoleWorld();

  const createEndpoint = () => createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/console`);

  async function removeEndpoint(endpoint: string): Promise<void> {
    expectStatus(await admin().DELETE(ONE, { params: { path: { endpoint } } }), 204);
  }

  /** Waits until the focused element has one of these texts, because the focus moves after the page has changed. */
  const focusOn = (tab: Page, ...texts: string[]) =>
    waitFor(`the focus on ${texts.join(' or ')}`, async () =>
      texts.includes(await tab.evaluate<string>('document.activeElement.textContent')),
    );

  it('leads from Home to a failed delivery that is not one of the latest', async () => {
    const { endpoint, delivery } = await breakEndpoint('Old failure');
    const { tab } = await openAt('/find');
    // The latest failures of all endpoints without this one, as after many failures of other endpoints.
    await tab.route(/\/workspace-webhooks\/deliveries\?/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), data: [] } });
    });
    await tab.getByRole('link', { name: 'Home', exact: true }).click();
    const card = tab.getByRole('article').filter({ hasText: 'Old failure' });
    await card.getByRole('link', { name: 'See the failed delivery' }).click();
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();

    expect(tab.url()).toBe(`${stack.baseUrl}/console/deliveries/${endpoint.id}/${delivery.id}`);
    await removeEndpoint(endpoint.id);
  });

  it('says that a key sees the endpoints of its products only', async () => {
    const body = { name: 'Sales', permissions: ['salesbot:webhooks:subscribe' as const] };
    const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    const { tab } = await openTab();
    for (const path of ['', '/endpoints']) {
      await tab.goto(`${stack.baseUrl}/console${path}#key=${secret}`);
      await tab.getByText('No endpoint that this key can see.').waitFor();

      expect(await tab.getByText('has no webhook endpoint yet').count()).toBe(0);
    }
  });

  it('keeps the focus beside a control that a command replaces', async () => {
    const { id } = await createEndpoint();
    const { tab, complaints } = await openAt(`/endpoints/${id}`);
    await tab.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
    await tab.getByRole('button', { name: 'Yes, pause' }).press('Enter');
    await tab.getByRole('button', { name: 'Enable' }).waitFor();
    await focusOn(tab, 'Enable');
    await tab.keyboard.press('Enter');
    await tab.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    // The controls beside it can come back one after the other.
    await focusOn(tab, 'Pause', 'Send a test');
    await removeEndpoint(id);
    expect(complaints()).toEqual([]);
  });

  it('keeps the focus on the menu of a row whose command changes the row', async () => {
    const { id } = await createEndpoint();
    const { tab, complaints } = await openAt('/endpoints');
    const row = tab.getByRole('row').filter({ has: tab.locator(`a[href$="${id}"]`) });
    const menu = row.getByRole('button', { name: /^Actions for/u });
    await menu.press('Enter');
    await tab.getByRole('menuitem', { name: 'Pause' }).press('Enter');
    await tab.getByRole('button', { name: 'Yes, pause' }).press('Enter');
    await tab.getByRole('dialog', { name: 'Pause the endpoint?' }).waitFor({ state: 'detached' });
    await row.getByText('paused', { exact: true }).waitFor();
    await focusOn(tab, (await menu.textContent()) ?? '');
    await tab.keyboard.press('Enter');
    await tab.getByRole('menuitem', { name: 'Enable' }).press('Enter');
    await row.getByText('enabled', { exact: true }).waitFor();
    await focusOn(tab, (await menu.textContent()) ?? '');
    await removeEndpoint(id);
    expect(complaints()).toEqual([]);
  });

  it('moves the focus to the screen when the card of a command leaves Home', async () => {
    const { id } = await createEndpoint();
    expectStatus(
      await admin().POST('/api/v1/workspace-webhooks/{endpoint}/pause', {
        params: { path: { endpoint: id } },
      }),
      200,
    );
    const { tab } = await openAt('/');
    await tab.getByRole('button', { name: 'Enable' }).press('Enter');
    await tab.getByText('Nothing is broken').waitFor();
    const isOnScreen = async () => (await tab.evaluate<string>('document.activeElement.id')) === 'screen';
    await waitFor('the focus on the screen', isOnScreen);

    expect(await tab.getByRole('button', { name: 'Enable' }).count()).toBe(0);
    await removeEndpoint(id);
  });

  it.each(['', '/secret', '/recover', '/settings'])(
    'shows only that an endpoint no longer exists at %j',
    async (part) => {
      const { id } = await createEndpoint();
      const { tab } = await openAt(`/endpoints/${id}${part}`);
      await tab.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      await removeEndpoint(id);
      await tab.getByRole('alert').getByText('no longer exists').waitFor();

      expect(await tab.locator('main button:visible, main input:visible').count()).toBe(0);
      expect(await tab.getByText('enabled', { exact: true }).count()).toBe(0);
    },
  );

  it('reports an unknown state in the URL at its field', async () => {
    const { id } = await createEndpoint();
    for (const path of ['/endpoints?state=zzz', `/endpoints/${id}?state=zzz`]) {
      const { tab, close } = await openAt(path);
      await tab.getByRole('search', { name: 'Filters' }).getByRole('list').waitFor();
      const field = await filterField(tab, 'State');
      await tab.getByRole('dialog', { name: 'Filter by State' }).getByRole('listitem').waitFor();

      expect(await field.inputValue()).toBe('zzz');
      expect(await tab.getByRole('alert').count()).toBe(0);
      await close();
    }
    await removeEndpoint(id);
  });

  it('reports a range that ends before it begins at its fields, once', async () => {
    const { id } = await createEndpoint();
    const range = 'since=2026-11-22T00:00:00Z&until=2026-11-21T00:00:00Z';
    const { tab } = await openAt(`/endpoints/${id}?${range}`);
    const errors = tab.getByRole('search', { name: 'Filters' }).getByRole('list').getByRole('listitem');
    await errors.first().waitFor();

    const texts = await errors.allInnerTexts();
    expect(new Set(texts).size).toBe(texts.length);
    expect(await tab.getByRole('alert').count()).toBe(0);
    await removeEndpoint(id);
  });

  it('reports what the form of a recovery cannot show of its URL', async () => {
    const { id } = await createEndpoint();
    const { tab, complaints } = await openAt(`/endpoints/${id}/recover?since=zz&states=yy`);
    await tab.getByText('The URL has no valid time here: zz').waitFor();
    await tab.getByText('The URL has a state that does not exist: yy').waitFor();
    await tab.getByLabel('From', { exact: true }).fill('2026-11-20T08:00:00');
    await tab.getByText('The URL has no valid time').waitFor({ state: 'detached' });

    await removeEndpoint(id);
    expect(complaints()).toEqual([]);
  });

  it('says that there is no connection', async () => {
    const { id } = await createEndpoint();
    const { tab, tolerate } = await openAt(`/endpoints/${id}/secret`);
    tolerate(/net::ERR_/u);
    await tab.getByRole('button', { name: 'Pause', exact: true }).click();
    await tab.context().setOffline(true);
    await tab.getByRole('button', { name: 'Yes, pause' }).click();
    await tab.getByRole('dialog').getByText('unknown whether the command was carried out').waitFor();

    expect(await tab.getByText('Failed to fetch').count()).toBe(0);
    await tab.context().setOffline(false);
    await removeEndpoint(id);
  });
});
