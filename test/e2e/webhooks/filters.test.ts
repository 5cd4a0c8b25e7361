import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ENDPOINTS = '/api/v1/workspace-webhooks';
const STAGE_CHANGED = 'salesbot.contact.stage_changed';

describe('an endpoint with a filter', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  /** Changes the stage of a new contact of another system. */
  async function changeStage(stage: string, tags: readonly string[] = []): Promise<string> {
    const contact = { id: randomUUID(), name: 'Ada Lovelace', tags };
    const body = { event: STAGE_CHANGED, data: { contact, stage } };
    return expectStatus(await api('POST', '/api/v1/salesbot/events', { body }), 202).body.data.id;
  }

  const subscriptionsOf = (filter: unknown) => [{ event: STAGE_CHANGED, filter }];
  const readEvent = async (id: string) =>
    expectStatus(await api('GET', `/api/v1/events/${id}`), 200).body.data;

  it('receives only events that match, shows the others, and previews a filter on both', async () => {
    const filter = {
      stage: { $in: ['customer', 'partner'] },
      $or: [{ 'contact.tags': { $eq: 'vip' } }, { stage: { $eq: 'partner' } }],
    };
    const body = {
      name: 'Customers',
      url: `${receiver.url}/filtered`,
      subscriptions: subscriptionsOf(filter),
    };
    const created = expectStatus(await api('POST', ENDPOINTS, { body }), 201).body.data;
    const path = `${ENDPOINTS}/${created.id}`;
    expectStatus(await api('PATCH', path, { body: { enabled: true } }), 200);

    const excluded = [await changeStage('lead', ['vip']), await changeStage('customer', ['new'])];
    const matching = [await changeStage('customer', ['new', 'vip']), await changeStage('partner')];
    const received = () =>
      receiver.requests
        .filter(({ path: requested }) => requested === '/hooks/filtered')
        .map(({ headers }) => String(headers['webhook-id']))
        .toSorted();
    await waitFor('both matching events have arrived', () => received().length >= 2);

    for (const id of excluded)
      expect(await readEvent(id)).toMatchObject({
        matched_endpoints: 0,
        filtered_endpoints: 1,
        filtered_out: [created.id],
      });
    expect(received()).toEqual(matching.toSorted());
    const listed = await waitFor('the events are listed', async () => {
      const page = await api('GET', `/api/v1/events?filtered=true&event=${STAGE_CHANGED}`);
      const ids = expectStatus(page, 200).body.data.map(({ id }: { id: string }) => id);
      return excluded.every((id) => ids.includes(id)) ? ids : undefined;
    });
    for (const id of matching) expect(listed).not.toContain(id);

    const preview = await waitFor('the preview has read all events', async () => {
      const tried = {
        url: `${receiver.url}/filtered`,
        subscriptions: subscriptionsOf({ stage: { $ne: 'lead' } }),
      };
      const { data } = expectStatus(await api('POST', `${ENDPOINTS}/preview`, { body: tried }), 200).body;
      return data.filter_effect.events_read >= 4 ? data.filter_effect : undefined;
    });
    const shown = new Map(
      preview.events.map((event: { id: string; matched: boolean }) => [event.id, event.matched]),
    );
    expect([...matching, ...excluded].map((id) => shown.get(id))).toEqual([true, true, false, true]);
    expect(preview).toMatchObject({ complete: true, events_matched: preview.events_read - 1 });
  });

  it('gets only those failed deliveries again whose event matches the current filter', async () => {
    let isBroken = true;
    receiver.behave(({ path }) => (path === '/hooks/recovered' && isBroken ? 400 : 200));
    const url = `${receiver.url}/recovered`;
    const body = { name: 'Recovered', url, subscriptions: subscriptionsOf({ stage: { $ne: 'lead' } }) };
    const { id } = expectStatus(await api('POST', ENDPOINTS, { body }), 201).body.data;
    const path = `${ENDPOINTS}/${id}`;
    expectStatus(await api('PATCH', path, { body: { enabled: true } }), 200);
    const since = new Date(Date.now() - 60_000).toISOString();
    const [customer, partner] = [await changeStage('customer'), await changeStage('partner')];
    const states = async (): Promise<Map<string, string>> => {
      const { data } = expectStatus(await api('GET', `${path}/deliveries?limit=100`), 200).body;
      return new Map(data.map((each: { event_id: string; state: string }) => [each.event_id, each.state]));
    };
    await waitFor('both deliveries have failed', async () => {
      const found = await states();
      return found.get(customer) === 'failed' && found.get(partner) === 'failed';
    });
    isBroken = false;
    const narrow = { subscriptions: subscriptionsOf({ stage: { $eq: 'partner' } }) };
    expectStatus(await api('PATCH', path, { body: narrow }), 200);

    const counted = await api('POST', `${path}/recover`, { body: { since, dry_run: true } });
    expect(expectStatus(counted, 200).body.data).toMatchObject({ matched: 1 });
    const started = expectStatus(await api('POST', `${path}/recover`, { body: { since } }), 202).body.data;
    const ended = await waitFor('the recovery has ended', async () => {
      const { data } = expectStatus(await api('GET', `${path}/recoveries/${started.id}`), 200).body;
      return data.state === 'completed' ? data : undefined;
    });
    expect(ended).toMatchObject({ resent: 1 });
    const resent = () => receiver.requests.filter((request) => request.path === '/hooks/recovered').slice(2);
    await waitFor('the resend has arrived', () => resent().length > 0);
    expect(resent().map(({ headers }) => headers['webhook-id'])).toEqual([partner]);
  });

  it('gets an error that points to the invalid part of a filter, and changes nothing', async () => {
    const subscriptions = subscriptionsOf({ stage: { $gt: 'a' }, 'contact.stge': { $eq: 'vip' } });
    const body = { name: 'Wrong', url: `${receiver.url}/wrong`, subscriptions };
    const { errors } = expectStatus(await api('POST', ENDPOINTS, { body }), 422).body;

    expect(errors).toEqual([
      expect.objectContaining({
        code: 'filter_operator_not_allowed',
        pointer: '#/subscriptions/0/filter/stage/%24gt',
      }),
      expect.objectContaining({
        code: 'filter_path_unknown',
        pointer: '#/subscriptions/0/filter/contact.stge',
      }),
    ]);
  });
});
