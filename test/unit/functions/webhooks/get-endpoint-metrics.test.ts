import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { COUNTED_MS, startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import { tallyOf } from '#shared/webhooks/domain/attempt-tally.ts';
import type { Attempt } from '#shared/webhooks/domain/delivery.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const HOUR = 3600;

async function setUp() {
  const fixture = await startEndpointApi();
  const { api, endpoint } = fixture;

  /** A counted attempt of an endpoint, some seconds after NOW. */
  async function count(seconds: number, attempt: Partial<Attempt> = {}, endpointId = endpoint) {
    const place = { workspaceId: api.workspaceId, endpointId, shard: 0 };
    const bucket = startOf(secondsAfterNow(seconds), COUNTED_MS);
    const key = { deliveryId: randomUUID(), number: 1 };
    await api.counts.putLate(place, bucket, key, tallyOf(anAttempt(attempt)));
  }
  const success = { outcome: 'success', statusCode: 200, durationMs: 100 } as const;
  return { ...fixture, count, success };
}

describe('get-endpoint-metrics, happy', () => {
  it('returns the attempts of each step and of all, and the waiting deliveries', async (fixture) => {
    const { run, count, success, deliver } = fixture;
    await count(-2 * HOUR, success);
    await count(-HOUR, success);
    await count(-HOUR, { outcome: 'http_error', statusCode: 503, durationMs: 2000 });
    await deliver(0, aRetry());
    const from = secondsAfterNow(-3 * HOUR).toISOString();
    const { status, body } = await run('get-endpoint-metrics', { query: { from } });
    const step = startOf(NOW, HOUR * 1000).getTime();
    const hours = [-3, -2, -1, 0].map((hour) => new Date(step + hour * HOUR * 1000).toISOString());

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      step: '1h',
      from: hours[0],
      attempts: 3,
      successes: 2,
      failures: { http_5xx: 1 },
      p50_ms: 108,
      p95_ms: 1722,
      waiting: { deliveries: 1, is_minimum: false },
    });
    const rows: { start: string; attempts: number }[] = body.data.steps;
    expect(rows.slice(0, 3).map(({ start, attempts }) => [start, attempts])).toEqual([
      [hours[0], 0],
      [hours[1], 1],
      [hours[2], 2],
    ]);
    expect(rows[0]).toEqual({
      start: hours[0],
      attempts: 0,
      successes: 0,
      failures: {},
      p50_ms: null,
      p95_ms: null,
    });
  });

  it('counts the same in all steps', async ({ run, count, success }) => {
    for (const seconds of [-1, -HOUR, -5 * HOUR]) await count(seconds, success);
    const attempts = await Promise.all(
      ['5m', '1h', '1d'].map(async (step) => {
        const query = { step, from: secondsAfterNow(-6 * HOUR).toISOString() };
        return (await run('get-endpoint-metrics', { query })).body.data.attempts;
      }),
    );
    expect(attempts).toEqual([3, 3, 3]);
  });
});

describe('get-endpoint-metrics, unhappy', () => {
  it.each([
    [{ step: '2h' }, 'step', 'invalid_format'],
    [{ from: 'yesterday' }, 'from', 'invalid_format'],
    [{ from: '2020-01-01T00:00:00Z' }, 'from', 'out_of_range'],
    [{ limit: '5' }, 'limit', 'unknown_parameter'],
  ] as const)('rejects %o at %s', async (query, parameter, code, { run }) => {
    const { status, body } = await run('get-endpoint-metrics', { query });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ code, parameter }]);
  });

  it('returns 404 for an endpoint that does not exist', async ({ run }) => {
    const response = await run('get-endpoint-metrics', { params: { endpoint: randomUUID() } });
    expect(codeOf(response)).toBe('404 endpoint_not_found');
  });

  it('returns 404 for an endpoint of another workspace', async ({ api, run, count, success }) => {
    await count(0, success);
    const { key } = await api.createOtherWorkspace();
    expect((await run('get-endpoint-metrics', { key })).status).toBe(404);
  });

  it('requires the permission for the products of the endpoint', async ({ api, run }) => {
    const key = api.grant(['publishing:webhooks:subscribe']);
    const response = await run('get-endpoint-metrics', { key });
    expect(codeOf(response)).toBe('403 product_not_permitted');
  });
});

describe('get-workspace-metrics', () => {
  const another = { name: 'Posts', subscriptions: [{ event: 'publishing.post.published' }] };

  it('adds the endpoints that the key can access', async ({ api, count, success }) => {
    const created = await api.call('create-endpoint', { json: anEndpointBody(another) });
    expect(created.status).toBe(201);
    await count(-1, success);
    await count(-1, success, String(created.body.data.id));
    await count(-1, success, randomUUID());
    const attempts = async (key?: string) =>
      (await api.call('get-workspace-metrics', key === undefined ? {} : { key })).body.data.attempts;

    expect(await attempts()).toBe(2);
    expect(await attempts(api.grant(['publishing:webhooks:subscribe']))).toBe(1);
    expect(await attempts((await api.createOtherWorkspace()).key)).toBe(0);
  });

  it('rejects a range of too many steps', async ({ api }) => {
    const query = { step: '5m', from: secondsAfterNow(-48 * HOUR).toISOString() };
    const { status, body } = await api.call('get-workspace-metrics', { query });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ code: 'out_of_range', parameter: 'from' }]);
  });
});

describe.each(['get-endpoint-metrics', 'get-workspace-metrics'])('%s, with two wrong parameters', (name) => {
  it('returns an error for each', async ({ run }) => {
    const { status, body } = await run(name, { query: { step: '2h', limit: '5' } });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors).toMatchObject([
      { code: 'invalid_format', parameter: 'step' },
      { code: 'unknown_parameter', parameter: 'limit' },
    ]);
  });
});
