import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEndpointBody } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const ORDER = '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10';
const PAID = 'salesbot.store.order_paid' as const;
const LARGE = { 'order.total': { $gte: '100' } };
const SMALL = { 'order.total': { $lt: '100' } };

function subscribed(filter: unknown, ...others: readonly object[]) {
  return { subscriptions: [{ event: PAID, filter }, ...others] };
}

async function setUp(filter: unknown = LARGE) {
  const fixture = await startEndpointApi(subscribed(filter));
  const ingest = async (total?: string, extra: object = {}) => {
    const data = { order: { id: ORDER, ...(total === undefined ? {} : { total }) } };
    const { body } = await fixture.api.call('ingest-event', { json: { event: PAID, data, ...extra } });
    return { id: String(body.data.id), matched: Number(body.data.matched_endpoints) };
  };
  const bodies = {
    'create-endpoint': (subscriptions: unknown) => anEndpointBody({ subscriptions }),
    'update-endpoint': (subscriptions: unknown) => ({ subscriptions }),
    'preview-endpoint': (subscriptions: unknown) => ({ url: 'https://hooks.example.com/a', subscriptions }),
  };
  const send = (name: keyof typeof bodies, subscriptions: unknown) =>
    fixture.run(name, { json: bodies[name](subscriptions) });
  return { ...fixture, ingest, send };
}

const deep = { $not: { $not: { $not: { $not: { $not: LARGE } } } } };

describe.each(['create-endpoint', 'update-endpoint', 'preview-endpoint'] as const)('%s, filters', (name) => {
  it.each([
    ['filter_path_unknown', { 'order.totl': { $gte: '100' } }, '/order.totl'],
    ['filter_operator_unknown', { 'order.total': { $near: '100' } }, '/order.total/%24near'],
    ['filter_operator_not_allowed', { 'order.number': { $gt: '100' } }, '/order.number/%24gt'],
    ['filter_too_deep', deep, '/%24not/%24not/%24not/%24not/%24not'],
    ['filter_too_large', { 'order.number': { $eq: 'x'.repeat(1100) } }, ''],
    ['required', { 'order.total': {} }, '/order.total'],
    ['invalid_type', { 'order.total': { $gte: 100 } }, '/order.total/%24gte'],
    ['invalid_type', [], ''],
    ['invalid_format', { 'order.total': { $gte: '1e3' } }, '/order.total/%24gte'],
    ['invalid_characters', { 'order.number': { $eq: '\u0000' } }, '/order.number/%24eq'],
    ['filter_path_unknown', { ['__proto__']: { $exists: true } }, '/__proto__'],
  ])('return %s at the wrong place', async (code, filter, place) => {
    const { send, stored } = await setUp(null);
    const before = stored();
    const { status, body } = await send(name, [{ event: PAID, filter }]);

    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(body.errors).toEqual([
      expect.objectContaining({ code, pointer: `#/subscriptions/0/filter${place}` }),
    ]);
    expect(stored()).toEqual(before);
  });

  it('check the count of a broadcast, and the channel of a message', async ({ send }) => {
    const tooLarge = { 'broadcast.sent': { $eq: -1 } };
    const broadcast = await send(name, [{ event: 'salesbot.broadcast.sent', filter: tooLarge }]);
    const message = await send(name, [
      { event: 'salesbot.conversation.assigned', filter: { 'conversation.status': { $eq: '' } } },
    ]);

    expect(codeOf(broadcast)).toBe('422 out_of_range');
    expect(codeOf(message)).toBe('422 required');
  });

  it('report every wrong filter at once', async ({ send }) => {
    const { body } = await send(name, [
      { event: PAID, filter: { 'order.totl': { $gte: '1' } } },
      { event: 'salesbot.contact.created', filter: { 'contact.stage': { $gt: 'a' } } },
      { event: 'salesbot.nothing', filter: { x: 1 } },
    ]);

    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '#/subscriptions/0/filter/order.totl',
      '#/subscriptions/1/filter/contact.stage/%24gt',
      '#/subscriptions/2/event',
    ]);
  });

  it('reject two filters for one event and channel, and collapse equal ones', async ({ send }) => {
    const twice = await send(name, [
      { event: PAID, filter: LARGE },
      { event: PAID, filter: SMALL },
    ]);
    const without = await send(name, [{ event: PAID, filter: LARGE }, { event: PAID }]);
    const equal = await send(name, [
      { event: PAID, filter: LARGE },
      { event: PAID, channel: 'all', filter: LARGE },
      { event: PAID, channel: 'sms', filter: SMALL },
    ]);

    expect(codeOf(twice)).toBe('422 subscription_repeated');
    expect(twice.body.errors[0].pointer).toBe('#/subscriptions/1/filter');
    expect(codeOf(without)).toBe('422 subscription_repeated');
    expect(equal.status).toBeLessThan(300);
  });
});

describe('an endpoint with a filter', () => {
  it('is shown with the checked filter', async ({ run }) => {
    const { body } = await run('get-endpoint');

    expect(body.data.subscriptions).toEqual([{ event: PAID, channel: 'all', filter: LARGE }]);
  });

  it('receives the events that match, and only these', async ({ ingest }) => {
    expect(await ingest('100.00')).toMatchObject({ matched: 1 });
    expect(await ingest('99.99')).toMatchObject({ matched: 0 });
    expect(await ingest()).toMatchObject({ matched: 0 });
  });

  it('is in `filtered_out` of the events that its filter excluded', async ({ api, endpoint, ingest }) => {
    const { id } = await ingest('5');
    const { body } = await api.call('get-event', { params: { event: id } });

    expect(body.data).toMatchObject({
      matched_endpoints: 0,
      filtered_endpoints: 1,
      filtered_out: [endpoint],
      deliveries: [],
    });
  });

  it('is hidden from a key that cannot access it', async ({ api, endpoint, ingest, edit }) => {
    await edit(subscribed(LARGE, { event: 'publishing.post.published' }));
    const { id } = await ingest('5');
    const key = api.grant(['salesbot:webhooks:subscribe']);
    const { body } = await api.call('get-event', { params: { event: id }, key });

    expect(body.data).toMatchObject({ filtered_endpoints: 1, filtered_out: [] });
    expect(JSON.stringify(body)).not.toContain(endpoint);
  });

  it('receives an event if one of its subscriptions matches', async ({ edit, ingest }) => {
    await edit(subscribed(LARGE, { event: PAID, channel: 'sms', filter: SMALL }));

    expect(await ingest('5')).toMatchObject({ matched: 0 });
    expect(await ingest('5', { channel: 'sms' })).toMatchObject({ matched: 1 });
    expect(await ingest('500', { channel: 'sms' })).toMatchObject({ matched: 1 });
    await edit(subscribed(LARGE, { event: PAID, channel: 'sms' }));
    expect(await ingest(undefined, { channel: 'sms' })).toMatchObject({ matched: 1 });
  });

  it('receives nothing while it is paused, and is then not filtered either', async ({
    api,
    edit,
    ingest,
  }) => {
    await edit({ enabled: false });
    const { id } = await ingest('5');

    expect((await api.call('get-event', { params: { event: id } })).body.data.filtered_endpoints).toBe(0);
  });

  it('receives a test event whether it matches or not', async ({ run, edit }) => {
    await edit(subscribed({ 'order.id': { $exists: false } }));

    expect((await run('send-test-event')).status).toBe(202);
  });

  it('has new settings after a change of the filter, and only then', async ({ edit, stored }) => {
    const { settingsVersion: first, revision } = stored();
    await edit(subscribed({ 'order.total': { $gte: '100' } }));
    expect(stored()).toMatchObject({ settingsVersion: first, revision });
    await edit(subscribed(SMALL));
    expect(stored()).toMatchObject({ settingsVersion: first + 1 });
    await edit(subscribed(null));
    expect(stored()).toMatchObject({ settingsVersion: first + 2 });
    expect(stored().subscriptions).toEqual([{ event: PAID, channel: 'all' }]);
  });

  it('gets no resend of an event that does not match now', async ({ run, edit, deliverIngested }) => {
    await edit(subscribed({ 'order.number': { $startsWith: 'A-' } }));
    const { id: delivery } = await deliverIngested();
    await edit(subscribed({ 'order.number': { $startsWith: 'B-' } }));
    const rejected = await run('resend-delivery', { params: { delivery } });
    const counted = await run('recover-endpoint', {
      json: { since: secondsAfterNow(-60).toISOString(), dry_run: true },
    });

    expect(codeOf(rejected)).toBe('409 endpoint_not_subscribed');
    expect(rejected.body.detail).toContain('filter');
    expect(counted.body.data.matched).toBe(0);
    await edit(subscribed({ 'order.number': { $startsWith: 'A' } }));
    expect((await run('resend-delivery', { params: { delivery } })).status).toBe(202);
  });

  it('gets resends of test events, whose data is that of a sample', async ({ api, run, edit }) => {
    await edit(subscribed({ 'order.id': { $exists: false } }));
    const tested = (await run('send-test-event')).body.data;
    api.clock.advance(60);

    expect((await run('resend-delivery', { params: { delivery: String(tested.id) } })).status).toBe(202);
  });

  it('is limited by the size of all filters of the workspace', async ({ api, edit, run }) => {
    const large = {
      'order.number': { $in: Array.from({ length: 21 }, (_, index) => `${index}`.padEnd(40, 'x')) },
    };
    const channels = ['all', 'whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'];
    const full = channels.map((channel) => ({ event: PAID, channel, filter: large }));
    const others = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        api.call('create-endpoint', { json: anEndpointBody({ name, subscriptions: full }) }),
      ),
    );
    const edited = await edit({ subscriptions: full });

    expect(others.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(codeOf(edited)).toBe('409 filter_limit_reached');
    expect(edited.body.limit).toBe(16_384);
    const [first] = others;
    await api.call('delete-endpoint', { params: { endpoint: String(first?.body.data.id) } });
    expect((await run('update-endpoint', { json: { subscriptions: full } })).status).toBe(200);
  });
});

describe('list-events, filtered', () => {
  it('returns only events that a filter excluded, or only events that no filter excluded', async ({
    api,
  }) => {
    const [kept, excluded] = [newId(secondsAfterNow(1)), newId(secondsAfterNow(2))];
    const entry = { event: PAID, channel: null, test: false, contact: null } as const;
    await api.eventLog.append(
      api.workspaceId,
      [
        { ...entry, id: kept, matches: 1, filtered: 0 },
        { ...entry, id: excluded, matches: 0, filtered: 3 },
      ],
      secondsAfterNow(3),
    );
    api.clock.advance(10);
    const idsWith = async (filtered: string) =>
      (await api.call('list-events', { query: { filtered } })).body.data.map(({ id }: { id: string }) => id);

    expect(await idsWith('true')).toEqual([excluded]);
    expect(await idsWith('false')).toEqual([kept]);
  });
});
