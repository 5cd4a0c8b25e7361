import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import {
  chooseFilter,
  fillFilter,
  filterChip,
  filterField,
} from '#test/support/fixtures/platform/console/list-filters.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

describeInChromium('events and the catalogue in the console', () => {
  /** Two endpoints, of which only the first one subscribes to the hostile event. */
  let receiver: string;
  let event: string;
  const { stack, openTab, admin, openAt } = consoleWorld({ RETRY_DELAYS: '1,600,600,600,600' });

  beforeAll(async () => {
    ({ id: receiver } = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/events`));
    const other = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/other`, [
      'publishing.post.published',
    ]);
    for (const [id, name] of [
      [receiver, HOSTILE],
      [other.id, 'Newsroom'],
    ] as const) {
      const params = { path: { endpoint: id } };
      expectStatus(
        await admin().PATCH('/api/v1/workspace-webhooks/{endpoint}', { params, body: { name } }),
        200,
      );
    }
    event = await ingestOrderPaid(admin(), `${HOSTILE}${'W'.repeat(500)}`);
    await waitFor('the event in the log', async () => {
      const listed = expectStatus(await admin().GET('/api/v1/events'), 200).body.data;
      return listed.find(({ id }) => id === event);
    });
  });

  it('leads from the log to who received an event and who did not, and on to the delivery', async () => {
    const { tab } = await openAt('/');
    await tab.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Events' }).click();
    await tab.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    const rows = tab.getByRole('rowgroup', { name: 'events, part 1' }).getByRole('row');
    await rows.filter({ hasText: '1 endpoint' }).first().getByRole('link').click();
    await tab.waitForURL(`**/console/events/${event}`);
    const others = tab.getByRole('list', { name: 'Endpoints without a delivery' });
    await others.getByText('The endpoint is not subscribed to salesbot.store.order_paid.').waitFor();
    await tab.getByText('computed from current settings').waitFor();
    await tab.getByText('<img src=x', { exact: false }).first().waitFor();
    const delivery = tab.getByRole('table', { name: 'Deliveries', exact: true });
    await delivery.getByText('succeeded').waitFor();
    await delivery.getByRole('link').click();
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();

    expect(tab.url()).toContain(`/console/deliveries/${receiver}/`);
    const me = expectStatus(await admin().GET('/api/v1/me'), 200).body.data;
    expect(await tab.title()).toBe(`Delivery · ${me.workspace.name}`);
  });

  it('keeps the filters in the URL, and a link reproduces the list', async () => {
    const { tab, close } = await openAt('/events');
    await chooseFilter(tab, 'Endpoints', 'no endpoint matched');
    await tab.getByText('No event matches.').waitFor();
    await chooseFilter(tab, 'Event', 'salesbot.store.order_paid');
    await chooseFilter(tab, 'Endpoints', 'all');
    await tab.getByText('1 endpoint', { exact: true }).first().waitFor();
    await fillFilter(tab, 'To', '2020-01-01T00:00');
    await tab.getByText('No event matches.').waitFor();
    const url = new URL(tab.url());
    expect(Object.fromEntries(url.searchParams)).toEqual({
      event: 'salesbot.store.order_paid',
      until: '2020-01-01T00:00:00.000Z',
    });
    await tab.getByText('Show the API call').click();
    expect(await tab.locator('.calls pre').innerText()).toContain(`/api/v1/events${url.search}`);
    await close();

    const again = await openAt(`/events${url.search}`);
    await again.tab.getByText('No event matches.').waitFor();
    expect(await filterChip(again.tab, 'To').innerText()).toBe('To is 2020-01-01 00:00:00');
    expect(await (await filterField(again.tab, 'To')).inputValue()).toBe('2020-01-01T00:00');
    expect(await (await filterField(again.tab, 'Event')).inputValue()).toBe('salesbot.store.order_paid');
  });

  it('shows the error of a filter at its field, with code and request ID', async () => {
    const { tab } = await openAt('/events');
    await tab.getByText(/\d shown/u).waitFor();
    await (await filterField(tab, 'Contact ID')).pressSequentially('Ada');
    // The list is read again while the person types.
    await tab.waitForResponse((response) => response.url().includes('/api/v1/events'));
    await tab.getByText(/\d shown/u).waitFor();
    await tab.keyboard.press('Enter');
    const errors = tab.getByRole('search', { name: 'Filters' }).getByRole('list');
    await errors.getByText('Use a UUID.').waitFor();

    expect(await errors.innerText()).toMatch(/invalid_format · request \S+/u);
    expect(await (await filterField(tab, 'Contact ID')).getAttribute('aria-invalid')).toBe('true');
    expect(await errors.innerText()).toMatch(/invalid_format · request \S+/u);
  });

  it('says how far a filtered page has searched, and goes on on demand', async () => {
    const { tab } = await openAt('/');
    const searched = '2026-01-02T03:04:05.000Z';
    let requests = 0;
    // A log that is too long for a test: no event in the first part, one in the second.
    await tab.route('**/api/v1/events?*', async (route) => {
      requests += 1;
      const isSecond = new URL(route.request().url()).searchParams.has('cursor');
      const response = await route.fetch({ url: `${stack.baseUrl}/api/v1/events?limit=1` });
      const body = await response.json();
      const first = { data: [], has_more: true, next_cursor: 'next', searched_until: searched };
      const second = { ...body, has_more: false, next_cursor: null, searched_until: null };
      await route.fulfill({ response, json: isSecond ? second : first });
    });
    await tab.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Events' }).click();
    await chooseFilter(tab, 'Endpoints', 'no endpoint matched');
    await tab.getByText('Searched back to').waitFor();
    expect(await tab.locator('main time').first().getAttribute('datetime')).toBe(searched);
    const before = requests;
    await tab.getByRole('button', { name: 'Load older events' }).click();
    await tab.getByText('1 shown').waitFor();

    expect(requests).toBe(before + 1);
  });

  it('shows an event of the catalogue, and sends it as a test to an endpoint of choice', async () => {
    const { tab } = await openAt('/catalogue');
    await tab.getByRole('cell', { name: 'salesbot.message.sent' }).waitFor();
    await tab
      .getByRole('row', { name: /salesbot\.store\.order_paid/u })
      .getByRole('link')
      .click();
    await tab.getByText('JSON Schema of the request body').click();
    await tab.getByText('"$schema"', { exact: false }).waitFor();
    await tab.getByLabel('Endpoint').selectOption(receiver);
    await tab.getByText('Show the API call').click();
    expect(await tab.locator('.calls pre').innerText()).toContain(`${receiver}/test`);
    await tab.getByRole('button', { name: 'Send the sample' }).click();
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();
    await tab.getByText('test event').waitFor();
  });

  it('shows the catalogue, the event picker of a new endpoint, and the catalogue again', async () => {
    const { tab, complaints } = await openAt('/catalogue');
    const cell = tab.getByRole('cell', { name: 'salesbot.message.sent' });
    await cell.waitFor();
    await tab.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Endpoints' }).click();
    await tab.getByRole('link', { name: 'New endpoint' }).first().click();
    await tab.getByText('salesbot.message.sent').first().waitFor();
    await tab.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Catalogue' }).click();
    await cell.waitFor();
    expect(complaints()).toEqual([]);
  });

  it('offers no test for an event that no endpoint subscribes to', async () => {
    const { tab } = await openAt('/catalogue/salesbot.message.sent');
    await tab.getByText('No endpoint subscribes to this event').waitFor();
    await tab.getByRole('cell', { name: 'A subscription can be limited to this channel.' }).first().waitFor();

    expect(await tab.getByRole('button', { name: 'Send the sample' }).count()).toBe(0);
  });

  it('shows a resend with its event', async () => {
    const { tab, complaints } = await openAt(`/events/${event}`);
    const deliveries = tab.getByRole('table', { name: 'Deliveries', exact: true });
    await deliveries.getByRole('link').first().click();
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();
    const original = tab.url();
    await tab.getByRole('button', { name: 'Resend', exact: true }).click();
    await tab.getByText('This is a resend of').waitFor();
    const copy = tab.url();
    await tab.goBack();
    await tab.waitForURL(original);
    await tab.goBack();
    await tab.waitForURL(`**/console/events/${event}`);
    const resend = deliveries.getByRole('row').filter({ hasText: 'Resend of' });
    await resend.getByText('succeeded').waitFor();
    await resend.getByRole('link', { name: 'Resend of' }).click();
    await tab.waitForURL(copy);
    expect(complaints()).toEqual([]);
  });

  it('shows neither link nor screen to a key that cannot subscribe', async () => {
    const permissions = ['publishing:tags:read'] as const;
    const body = { name: 'Tags', permissions: [...permissions] };
    const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    const { tab } = await openTab();
    await tab.goto(`${stack.baseUrl}/console/events#key=${secret}`);
    await tab.getByText('This key cannot see').waitFor();

    expect(await tab.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['Home']);
  });
});
