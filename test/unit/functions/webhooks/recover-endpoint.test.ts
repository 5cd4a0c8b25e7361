import { describe, expect } from 'vitest';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import type { ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { contentsOf, startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const WEEK = 7 * 86_400;
const SINCE = { since: NOW.toISOString() };

/** An API an hour after some deliveries failed. */
async function setUp() {
  const fixture = await startEndpointApi();
  const fail = (seconds: number, overrides: Partial<Delivery> = {}) =>
    fixture.deliver(seconds, {
      state: 'failed',
      reason: 'receiver_rejected',
      finishedAt: secondsAfterNow(seconds),
      ...overrides,
    });
  fixture.api.clock.advance(3600);
  const recover = (json: unknown = SINCE, request: ApiRequest = {}) =>
    fixture.run('recover-endpoint', { json, ...request });
  const count = async (json: object = {}) =>
    (await recover({ ...SINCE, ...json, dry_run: true })).body.data.matched;
  return { ...fixture, fail, recover, count };
}

describe('recover-endpoint, happy', () => {
  it('returns 202 with a recovery, which is readable and dispatched', async () => {
    const { api, endpoint, fail, recover, run } = await setUp();
    await fail(1);
    await fail(2);
    const { status, body } = await recover();
    const { data, warnings } = body;

    expect({ status, warnings }).toEqual({ status: 202, warnings: [] });
    expect(data).toEqual({
      id: expect.any(String),
      endpoint_id: endpoint,
      state: 'running',
      since: NOW.toISOString(),
      reason: null,
      // Before the time of the request: after it there are the resends of the recovery itself.
      until: new Date(secondsAfterNow(3600).getTime() - 1).toISOString(),
      states: ['failed', 'cancelled'],
      matched: 2,
      count_complete: true,
      resent: 0,
      created_at: secondsAfterNow(3600).toISOString(),
      finished_at: null,
    });
    expect((await run('get-recovery', { params: { recovery: data.id } })).body).toEqual({ data });
    expect(await api.dispatchOfRecovery(endpoint, data.id)).toEqual({
      kind: 'recovery',
      job: { endpointId: endpoint, recoveryId: data.id },
    });
  });

  it('only counts in a dry run: 200, and nothing is written', async ({ api, fail, recover }) => {
    await fail(1);
    const before = contentsOf(api);
    const { status, body } = await recover({ ...SINCE, dry_run: true });

    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { matched: 1, count_complete: true }, warnings: [] },
    });
    expect(contentsOf(api)).toBe(before);
  });

  it('counts final 4xx failures too, because one bad deployment causes them at the first attempt', async () => {
    const { count, fail } = await setUp();
    await fail(1, { reason: 'receiver_rejected' });
    await fail(2, { reason: 'attempts_exhausted' });
    await fail(3, { reason: 'redirect_refused' });

    expect(await count()).toBe(3);
  });

  it('selects failed and cancelled deliveries by default, and each state once', async () => {
    const { count, fail, recover } = await setUp();
    await fail(1);
    await fail(2, { state: 'cancelled', reason: 'endpoint_edited' });
    await fail(3, { state: 'cancelled', reason: 'endpoint_paused' });
    await fail(4, { state: 'succeeded', reason: null });

    expect(await count()).toBe(3);
    expect(await count({ states: ['failed'] })).toBe(1);
    expect(await count({ states: ['cancelled'] })).toBe(2);
    const { body } = await recover({ ...SINCE, states: ['cancelled', 'failed', 'cancelled'] });
    expect(body.data).toMatchObject({ states: ['cancelled', 'failed'], matched: 3 });
  });

  it('finds what a suspension held and a take-over cancelled, without `states`', async () => {
    const { count, deliver, run, suspend } = await setUp();
    suspend();
    await deliver(1, { state: 'held', reason: 'endpoint_suspended' });
    await run('take-over-endpoint');

    expect(await count()).toBe(1);
  });

  it('skips what a resend superseded', async ({ count, fail }) => {
    const deliveredBy = '01980000-0000-8000-8000-0000000000ff';
    await fail(1, { state: 'cancelled', reason: 'superseded_by_resend', deliveredBy });

    expect(await count()).toBe(0);
  });

  it('uses the displayed state: what an edit has cancelled', async ({ count, deliver, edit }) => {
    await deliver(1, { state: 'retrying', nextAttemptAt: secondsAfterNow(60) });
    expect(await count({ states: ['cancelled'] })).toBe(0);
    await edit({ url: 'https://other.example.com/' });

    expect(await count({ states: ['cancelled'] })).toBe(1);
  });

  it('respects the range, including both ends', async ({ count, fail }) => {
    for (const seconds of [0, 10, 20, 30]) await fail(seconds);

    expect(
      await count({ since: secondsAfterNow(10).toISOString(), until: secondsAfterNow(20).toISOString() }),
    ).toBe(2);
    expect(await count({ since: '2026-06-01T14:00:10+02:00' })).toBe(3);
    expect(
      await count({ since: secondsAfterNow(10).toISOString(), until: secondsAfterNow(10).toISOString() }),
    ).toBe(1);
  });

  it('skips test events, resends in progress and what was resent', async () => {
    const { count, fail, run, deliverIngested } = await setUp();
    await fail(1, { test: true });
    const delivery = await deliverIngested();
    expect(await count({ until: secondsAfterNow(7200).toISOString() })).toBe(1);
    await run('resend-delivery', { params: { delivery: delivery.id } });

    expect(await count({ until: secondsAfterNow(7200).toISOString() })).toBe(0);
  });

  it('skips deliveries without a payload, however early the range starts', async ({ api, count, fail }) => {
    await fail(0);
    await fail(3600);
    api.clock.advance(WEEK - 3600);

    expect(await count({ since: '2020-01-01T00:00:00Z' })).toBe(1);
  });

  it.each<[string, object, readonly string[]]>([
    ['begins before the oldest payload', { since: '2020-01-01T00:00:00Z' }, ['payloads_expired']],
    [
      'ends before the oldest payload',
      { since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' },
      ['payloads_expired'],
    ],
    ['has no such delivery', { states: ['cancelled'] }, ['nothing_matched']],
    ['has one', {}, []],
  ])('warns about a range that %s', async (_, json, codes) => {
    const { fail, recover } = await setUp();
    await fail(1);
    for (const dry of [true, false]) {
      const { body } = await recover({ ...SINCE, ...json, dry_run: dry });

      expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(codes);
    }
  });

  it('counts more than it reads at once', async ({ count, fail }) => {
    for (let index = 0; index < 250; index += 1) await fail(index);

    expect(await count()).toBe(250);
  });

  it.each([true, false])(
    'stops the count in time, and returns that it is incomplete (dry run: %s)',
    async (dry_run, { api, fail, recover }) => {
      for (let index = 0; index < 350; index += 1) await fail(index);
      const { list } = api.deliveries;
      const slow: typeof list = (...query) => {
        api.clock.advance(3);
        return list(...query);
      };
      Object.assign(api.deliveries, { list: slow });
      const { body } = await recover({ ...SINCE, dry_run });

      expect(body.data).toMatchObject({ matched: 200, count_complete: false });
    },
  );

  it('starts another recovery each time, but not for a repeated Idempotency-Key', async () => {
    const { api, fail, recover } = await setUp();
    await fail(1);
    const headers = { 'idempotency-key': 'k' };
    const first = await recover(SINCE, { headers });
    const again = await recover(SINCE, { headers });

    expect(again).toMatchObject({
      status: 202,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(api.core.recoveries.size).toBe(1);
  });

  it('starts no other recovery of the endpoint until the first has ended, or 24 hours have passed', async () => {
    const { api, recover } = await setUp();
    const first = await recover();
    const running = [...api.core.recoveries.values()][0];
    if (!running) throw new Error('The recovery is missing');

    expect(await recover()).toMatchObject({
      status: 409,
      body: { code: 'recovery_running', recovery: first.body.data.id },
    });
    expect((await recover({ ...SINCE, dry_run: true })).status).toBe(200);
    await api.recoveries.finish(running, null, secondsAfterNow(1));
    expect((await recover()).status).toBe(202);
    expect((await recover()).status).toBe(409);
    api.clock.advance(24 * 3600);
    expect((await recover()).status).toBe(202);
  });

  it('starts a recovery even if nothing matches', async ({ recover }) => {
    expect(await recover()).toMatchObject({ status: 202, body: { data: { matched: 0 } } });
  });
});

describe('recover-endpoint, error', () => {
  it.each([
    [{}, '#/since', 'required'],
    [{ since: 'yesterday' }, '#/since', 'invalid_format'],
    [{ since: '2026-06-01' }, '#/since', 'invalid_format'],
    [{ since: '2026-02-30T00:00:00Z' }, '#/since', 'invalid_format'],
    [{ since: 1_780_000_000 }, '#/since', 'invalid_type'],
    [{ ...SINCE, until: 'now' }, '#/until', 'invalid_format'],
    [{ ...SINCE, until: null }, '#/until', 'invalid_type'],
    [{ ...SINCE, until: secondsAfterNow(-1).toISOString() }, '#/until', 'out_of_range'],
    [{ ...SINCE, states: [] }, '#/states', 'too_few_items'],
    [{ ...SINCE, states: ['succeeded'] }, '#/states/0', 'invalid_format'],
    [{ ...SINCE, states: ['failed', 'retrying'] }, '#/states/1', 'invalid_format'],
    [{ ...SINCE, states: ['held'] }, '#/states/0', 'invalid_format'],
    [{ ...SINCE, states: 'failed' }, '#/states', 'invalid_type'],
    [{ ...SINCE, dry_run: 'yes' }, '#/dry_run', 'invalid_type'],
    [{ ...SINCE, event: 'x' }, '#/event', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects the body %j at %s as %s', async (json, pointer, code, { api, recover }) => {
    expect(await recover(json)).toMatchObject({ status: 422, body: { code, errors: [{ pointer, code }] } });
    expect(api.core.recoveries.size).toBe(0);
  });

  it('requires a body', async ({ run }) => {
    expect(codeOf(await run('recover-endpoint'))).toBe('400 body_required');
  });

  it.each([true, false])('rejects a paused or suspended endpoint (dry run: %s)', async (dry_run) => {
    const { api, run, recover, suspend } = await setUp();
    suspend();
    expect(codeOf(await recover({ ...SINCE, dry_run }))).toBe('409 endpoint_suspended');
    api.core.endpoints.set(api.core.endpoints.keys().next().value ?? '', await restored());
    await run('pause-endpoint');

    expect(codeOf(await recover({ ...SINCE, dry_run }))).toBe('409 endpoint_paused');
    expect(api.core.recoveries.size).toBe(0);

    async function restored() {
      const [endpoint] = await api.endpoints.list(api.workspaceId);
      if (!endpoint) throw new Error('The endpoint is gone');
      return { ...endpoint, suspendedReason: null };
    }
  });

  it('checks the range before the state', async ({ recover, suspend }) => {
    suspend();

    expect(codeOf(await recover({ ...SINCE, until: secondsAfterNow(-1).toISOString() }))).toBe(
      '422 out_of_range',
    );
  });
});

describe('recover-endpoint, security', () => {
  it('counts nothing of another endpoint', async ({ api, count, fail }) => {
    await fail(1);
    const created = await api.call('create-endpoint', {
      json: {
        name: 'x',
        url: 'https://other.example.com/',
        subscriptions: [{ event: 'salesbot.store.order_paid' }],
      },
    });
    const params = { endpoint: String(created.body.data.id) };
    await api.call('enable-endpoint', { params });

    expect(await count()).toBe(1);
    const other = await api.call('recover-endpoint', { params, json: { ...SINCE, dry_run: true } });
    expect(other.body.data.matched).toBe(0);
  });
});
