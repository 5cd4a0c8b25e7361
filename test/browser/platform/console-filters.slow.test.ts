import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EventName } from '#shared/events/catalogue/event-catalogue.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { chooseFilter } from '#test/support/fixtures/platform/console/list-filters.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus, ingestOrderPaid } from '#test/support/fixtures/webhooks/webhook-user.ts';

const LIST = '/api/v1/workspace-webhooks';
const ONE = '/api/v1/workspace-webhooks/{endpoint}';
const PAID = 'salesbot.store.order_paid';

type Filter = Record<string, unknown>;

describeInChromium('filters in the console', () => {
  const { stack, admin, openAt } = consoleWorld();

  beforeAll(async () => {
    // Each has the total 59.90.
    for (const number of ['1', '2']) await ingestOrderPaid(admin(), number);
    await waitFor('both events in the log', async () => {
      const { data } = expectStatus(await admin().GET('/api/v1/events'), 200).body;
      return data.length === 2 || undefined;
    });
  });

  const receiver = () => `${stack.receiverUrl}/hooks/filters`;

  /** An enabled endpoint whose only subscription has a filter. */
  async function createFiltered(name: string, filter: Filter): Promise<string> {
    const subscriptions = [{ event: PAID as EventName, filter }];
    const body = { name, url: receiver(), subscriptions };
    const { id } = expectStatus(await admin().POST(LIST, { body }), 201).body.data;
    const params = { path: { endpoint: id } };
    expectStatus(await admin().POST('/api/v1/workspace-webhooks/{endpoint}/enable', { params }), 200);
    return id;
  }

  async function filterOf(endpoint: string) {
    const { body } = expectStatus(await admin().GET(ONE, { params: { path: { endpoint } } }), 200);
    return body.data.subscriptions[0]?.filter;
  }

  async function removeEndpoint(endpoint: string): Promise<void> {
    expectStatus(await admin().DELETE(ONE, { params: { path: { endpoint } } }), 204);
  }

  async function fillForm(tab: Page, name: string): Promise<void> {
    await tab.getByLabel('Name', { exact: true }).fill(name);
    await tab.getByLabel('URL', { exact: true }).fill(receiver());
    await tab.getByLabel(PAID).check();
  }

  const row = (tab: Page, number = 1) => tab.getByRole('group', { name: `Condition ${number}` });
  const effect = (tab: Page) => tab.getByRole('region', { name: 'Try the filter' });

  async function fillRow(tab: Page, field: string, operator: string, value: string, number = 1) {
    await row(tab, number).getByLabel('Field').selectOption(field);
    await row(tab, number).getByLabel('Operator').selectOption(operator);
    await row(tab, number).getByLabel('Value').fill(value);
  }

  describe('a new endpoint', () => {
    it('is created with conditions, after the form has shown which events match', async () => {
      const { tab, audit } = await openAt('/endpoints/new');
      await fillForm(tab, 'Filtered');
      await tab.getByRole('button', { name: 'Add a filter' }).click();
      expect(await tab.evaluate('document.activeElement.labels[0].textContent')).toBe('Field');
      await effect(tab).getByText('Complete a condition').waitFor();
      await fillRow(tab, 'order.total', '$gte', '100');
      await effect(tab).getByText('None of the newest 2 events match').waitFor();
      await row(tab).getByLabel('Value').fill('50');
      await effect(tab).getByText('2 of the newest 2 events match, from').waitFor();
      await tab.getByRole('button', { name: 'Add a condition' }).click();
      await fillRow(tab, 'order.number', '$in', '1\n7', 2);
      await effect(tab).getByText('1 of the newest 2 events match').waitFor();
      await effect(tab).getByText('The newest 2 events', { exact: true }).click();
      const compared = effect(tab).getByRole('list', { name: 'Compared events' }).getByRole('listitem');

      expect(await compared.allInnerTexts()).toEqual([
        expect.stringContaining('excluded'),
        expect.stringContaining('matches'),
      ]);
      expect(await compared.first().getByRole('link').getAttribute('href')).toMatch(
        /^\/console\/events\/[\w-]{36}$/u,
      );
      expect(await audit()).toEqual([]);
      // The link leads out of the form, and the way back shows what was typed.
      await compared.first().getByRole('link').click();
      await tab.getByRole('heading', { name: `Event ${PAID}` }).waitFor();
      await tab.goBack();
      await effect(tab).getByText('1 of the newest 2 events match').waitFor();
      expect(await row(tab).getByLabel('Value').inputValue()).toBe('50');
      expect(await tab.locator('details.calls pre').textContent()).toContain('"order.total":{"$gte":"50"}');
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByRole('heading', { name: 'Filtered was created' }).waitFor();
      await tab.getByRole('link', { name: 'Show the endpoint' }).click();
      await tab.getByRole('button', { name: '1 event' }).click();
      await tab.getByText('1 subscription, 1 with a filter').waitFor();
      await tab.getByText('order.number is one of 1, 7 and order.total ≥ 50').waitFor();
      await tab.keyboard.press('Escape');
      await tab.getByRole('button', { name: 'Enable' }).click();
      await tab.getByRole('button', { name: 'Send a test', exact: true }).click();
      await tab.getByText('A test event is sent even if it does not match the filter.').waitFor();
      await removeEndpoint(new URL(tab.url()).pathname.split('/').at(-1) ?? '');
    });

    it('shows the errors of a filter at its condition, and keeps what was typed', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'Wrong filter');
      await tab.getByRole('button', { name: 'Add a filter' }).click();
      await fillRow(tab, 'order.total', '$gte', 'many');
      await row(tab).getByText('invalid_format').waitFor();
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByRole('alert').waitFor();

      expect(await tab.evaluate('document.activeElement.value')).toBe('many');
      expect(await row(tab).getByLabel('Value').getAttribute('aria-invalid')).toBe('true');
      expect(await tab.locator('.errors', { hasText: 'invalid_format' }).count()).toBe(1);
    });

    it('says that text is not JSON before it is sent, and where a filter in JSON is wrong', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'As JSON');
      await tab.getByRole('button', { name: 'Add a filter' }).click();
      await fillRow(tab, 'order.total', '$gte', '100');
      await tab.getByLabel('Edit as JSON').check();
      const text = tab.getByLabel('Filter as JSON');
      expect(JSON.parse(await text.inputValue())).toEqual({ 'order.total': { $gte: '100' } });
      await text.fill('{"order.total": ');
      await tab.getByText('This is not valid JSON.').waitFor();
      const create = tab.getByRole('button', { name: 'Create the endpoint' });
      expect(await create.isDisabled()).toBe(true);
      await text.fill('{"$or": [{"order.totl": {"$gte": "1"}}, {"order.number": {"$eq": "2"}}]}');
      await tab.getByText('$or › 0 › order.totl').waitFor();
      expect(await tab.getByLabel('Edit as JSON').isDisabled()).toBe(true);
      await text.fill('{"$or": [{"order.total": {"$gte": "100"}}, {"order.number": {"$eq": "2"}}]}');
      await effect(tab).getByText('1 of the newest 2 events match').waitFor();
      await text.fill('{"order.number": {"$eq": "1"}}');
      await tab.getByLabel('Edit as JSON').uncheck();

      expect(await row(tab).getByLabel('Field').inputValue()).toBe('order.number');
      expect(await row(tab).getByLabel('Value').inputValue()).toBe('1');
    });

    it('gets a filter by the keyboard alone', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'Keys');
      const hands = keyboardOf(tab);
      await hands.use('Add a filter to Order paid');
      await hands.choose('Field', 'order.number');
      await hands.fill('Value', '1');
      await effect(tab).getByText('1 of the newest 2 events match').waitFor();
      await hands.use('Remove condition 1');
      await tab.getByText('Without a condition, the endpoint receives every event.').waitFor();

      expect(await tab.evaluate('document.activeElement.textContent')).toBe('Add a condition');
      await hands.use('Remove the filter of Order paid');
      expect(await tab.evaluate('document.activeElement.textContent')).toBe('Add a filter');
    });
  });

  describe('an endpoint with a filter', () => {
    it('says before a change of the filter what is cancelled, and keeps the filter of a failed save', async () => {
      const id = await createFiltered('Edited', { 'order.total': { $gte: '100' } });
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await effect(tab).getByText('None of the newest 2 events match').waitFor();
      await row(tab).getByLabel('Value').fill('many');
      await tab.getByRole('button', { name: 'Save' }).click();
      await tab.getByRole('button', { name: 'Save the changes' }).click();
      await tab.getByRole('dialog').waitFor({ state: 'detached' });
      await row(tab).getByText('invalid_format').first().waitFor();
      expect(await row(tab).getByLabel('Value').inputValue()).toBe('many');
      await row(tab).getByLabel('Value').fill('20');
      await tab.getByRole('button', { name: 'Save' }).click();
      const question = tab.getByRole('dialog', { name: 'Save the changes?' });
      await question.getByText('only if order.total ≥ 20').waitFor();
      await question.getByText(/The change (?:also )?cancels/u).waitFor();
      await question.getByRole('button', { name: 'Save the changes' }).click();
      await tab.getByText('The changes are saved.').waitFor();

      expect(await filterOf(id)).toEqual({ 'order.total': { $gte: '20' } });
      await removeEndpoint(id);
    });

    it('opens a filter as JSON that is no list of conditions, and saves it without a change as it was', async () => {
      const filter = { $not: { 'order.currency': { $eq: 'EUR' } } };
      const id = await createFiltered('Complex', filter);
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await tab.getByLabel('Filter as JSON').waitFor();
      expect(JSON.parse(await tab.getByLabel('Filter as JSON').inputValue())).toEqual(filter);
      await tab.getByLabel('Name', { exact: true }).fill('Renamed');
      await tab.getByRole('button', { name: 'Save' }).click();
      await tab.getByText('This edit cancels no delivery.').waitFor();
      await tab.getByRole('button', { name: 'Save the changes' }).click();
      await tab.getByText('The changes are saved.').waitFor();

      expect(await filterOf(id)).toEqual(filter);
      await removeEndpoint(id);
    });
  });

  it('are one line each if there are many, and an error opens its filter', async () => {
    const listed = await admin().GET('/api/v1/workspace-webhooks/events');
    const subscriptions = expectStatus(listed, 200)
      .body.data.filter(({ event }) => event.startsWith('salesbot.message.'))
      .flatMap(({ event, channels }) => channels.map((channel) => ({ event: event as EventName, channel })))
      .map((each) => ({ ...each, filter: { 'contact.id': { $exists: true } } }));
    const body = { name: 'Many', url: receiver(), subscriptions };
    const { id } = expectStatus(await admin().POST(LIST, { body }), 201).body.data;
    const { tab, audit } = await openAt(`/endpoints/${id}/settings`, {
      viewport: { width: 360, height: 800 },
    });
    // No message was sent in this workspace.
    await effect(tab).getByText('No event can be compared').waitFor();
    const last = tab.locator('details[data-filter]').last();
    await last.waitFor();
    expect(await tab.locator('details[data-filter]').count()).toBe(subscriptions.length);
    expect(await tab.locator('details[data-filter][open]').count()).toBe(0);
    await tab.route(`**${LIST}/${id}`, (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const pointer = `#/subscriptions/${subscriptions.length - 1}/filter/contact.id`;
      const errors = [{ pointer, code: 'filter_path_unknown', detail: 'No such field.' }];
      const problem = { code: 'validation_failed', detail: 'The body is wrong.', errors };
      return route.fulfill({ status: 422, contentType: 'application/problem+json', json: problem });
    });
    await tab.getByLabel('Name', { exact: true }).fill('Renamed');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Save the changes' }).click();
    await last.getByText('filter_path_unknown').waitFor();
    expect(await tab.locator('details[data-filter][open]').count()).toBe(1);
    await last.locator('select:focus').waitFor();
    await last.getByLabel('Operator').selectOption('$eq');
    await last.getByLabel('Value').fill('nobody');
    await last.getByText('invalid_format').first().waitFor();

    expect(await tab.evaluate(FITS)).toBe(true);
    expect(await audit()).toEqual([]);
    await removeEndpoint(id);
  });

  it('are shown with each event that they excluded, in the log and on the screen of the event', async () => {
    const name = `${HOSTILE}${'W'.repeat(40)}`.slice(0, 100);
    const id = await createFiltered(name, { 'order.number': { $in: [HOSTILE, 'none'] } });
    const event = await ingestOrderPaid(admin(), '3');
    await waitFor('the event in the log', async () => {
      const query = { filtered: 'true' } as const;
      const { data } = expectStatus(await admin().GET('/api/v1/events', { params: { query } }), 200).body;
      return data.find((each) => each.id === event);
    });
    const { tab } = await openAt('/events');
    await chooseFilter(tab, 'Filters of endpoints', 'true');
    const rows = tab.getByRole('rowgroup', { name: 'events, part 1' }).getByRole('row');
    await rows.getByText('excluded by the filter of 1 endpoint').waitFor();
    expect(await rows.count()).toBe(1);
    await rows.getByRole('link').click();
    const excluded = tab.getByRole('list', { name: 'Excluded by a filter' });
    await excluded.getByText('order.number is one of').waitFor();

    expect(await tab.locator('img').count()).toBe(0);
    await excluded.getByRole('link').click();
    await tab.waitForURL(`**/console/endpoints/${id}`);
    await removeEndpoint(id);
  });

  it('are text in both colour schemes, on a phone and on a desktop, and axe finds nothing', async () => {
    const long = { 'contact.name': { $in: [HOSTILE, 'W'.repeat(400), '‮right to left'] } };
    const id = await createFiltered('Long', long);
    const json = await createFiltered('JSON', { $or: [long, { 'order.total': { $gte: '1' } }] });
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
        const viewport = { width, height: 800 };
        const { tab, audit, close } = await openAt(`/endpoints/${id}/settings`, {
          viewport,
          colorScheme,
        });
        await effect(tab).getByText('None of').waitFor();
        for (const path of [`/endpoints/${id}`, `/endpoints/${json}/settings`, '/endpoints']) {
          expect(await tab.evaluate(FITS)).toBe(true);
          expect(await audit()).toEqual([]);
          expect(await tab.locator('img').count()).toBe(0);
          await tab.evaluate(
            `history.pushState(null, '', '/console${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
          );
          const events = tab.getByRole('button', { name: '1 event' }).first();
          if (path.endsWith('/settings')) await tab.getByText('Filter as JSON').waitFor();
          // The rows of the list have no room for it on a phone.
          else if (width > 360 || path !== '/endpoints') {
            await events.click();
            await tab.getByText('1 with a filter').first().waitFor();
          }
          await tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        }
        expect(await tab.evaluate(FITS)).toBe(true);
        await close();
      }
    await removeEndpoint(id);
    await removeEndpoint(json);
  });
});
