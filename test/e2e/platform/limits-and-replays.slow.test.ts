import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { fillSampleEvent, readSamples } from '#scripts/lib/samples/sample-event.ts';
import { prepareGiven, removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import { rateClassOf } from '#shared/platform/http/rate-limiter.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

type Event = { readonly headers?: Readonly<Record<string, string>> };
type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The highest limit at which a container adds every request to the counter: above it, one addition stands for several requests. */
const LIMIT = 79;
const LIMITS = { read: LIMIT, write: LIMIT, ingest: LIMIT };

const samples = await readSamples();
/** Every operation that requires a key, with its first sample that succeeds: nothing is omitted by hand. */
const keyed = OPERATIONS.filter(({ access }) => access.kind === 'key').map((operation) => {
  const sample = samples.find(
    ({ function: of, outcome }) => of === operation.name && 'status' in outcome && outcome.status < 300,
  );
  if (!sample) throw new Error(`${operation.name} has no sample that succeeds: this test needs one`);
  return { operation, sample, name: operation.name };
});

describe('every operation with an API key', () => {
  const stack = forAllTests(() => startStack({ env: { LOCAL_THROTTLING: 'on' } }), 'discard');
  /** One key per product, because the requests of one minute must stay below the limit. */
  const keys = new Map<string, string>();

  beforeAll(async () => {
    // The samples prepare more per minute than the default limits allow.
    await limit(stack.apiKey, { read: 1500, write: 600 });
    for (const product of new Set(keyed.map(({ sample }) => sample.product))) {
      const body = { name: 'Limited', permissions: PERMISSIONS, rate_limits: LIMITS };
      const created = await call(stack.apiKey)('POST', '/api/v1/api-keys', { body });
      keys.set(product, expectStatus(created, 201).body.secret);
    }
  });

  it.each(keyed)(
    '$name counts requests, and a POST repeats the response of its idempotency key',
    async ({ name, operation, sample }) => {
      const given = await prepareGiven(stack, sample.given);
      // A sample in a workspace of its own has a key of its own.
      const ownKey = given['loneAdminKey'] ?? given['apiKey'];
      if (ownKey !== undefined) await limit(ownKey, LIMITS);
      const { workspaceId, receiverUrl } = stack;
      const apiKey = keys.get(sample.product) ?? '';
      const event = fillSampleEvent(sample, { workspaceId, receiverUrl, apiKey, ...given }) as Event;
      const isPost = operation.routes.some(({ method }) => method === 'POST');
      const headers = { ...event.headers, ...(isPost ? { 'idempotency-key': randomUUID() } : {}) };

      const [first, second] = [
        await invoke(name, { ...event, headers }),
        await invoke(name, { ...event, headers }),
      ];
      if (sample.product === 'webhooks') await removeSampleEndpoints(stack);

      expect(first.statusCode).toBe('status' in sample.outcome ? sample.outcome.status : undefined);
      const rateClass = rateClassOf(operation);
      const [before, after] = [remaining(first, rateClass), remaining(second, rateClass)];
      // A container sees the request of the other container only in the counter. In a new minute, the count starts again.
      const isSameMinute = after.secondsLeft <= before.secondsLeft;
      expect(after.requests).toBe(isSameMinute ? before.requests - 1 : LIMIT - 1);
      if (!isPost) return;
      expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
      expect(second).toMatchObject({
        statusCode: first.statusCode,
        headers: { 'Idempotent-Replayed': 'true' },
        ...(first.body === undefined ? {} : { body: first.body }),
      });
    },
  );

  it('has counted every request', async () => {
    expect(await stack.logs()).not.toContain('REQUESTS_NOT_COUNTED');
  });

  async function invoke(name: string, event: Event): Promise<Answer> {
    return (await invokeFunction(stack, name, event)).result as Answer;
  }

  function call(key: string) {
    return apiClient(stack.baseUrl, key);
  }

  /** Sets the limits of a key that may edit itself. */
  async function limit(key: string, limits: object): Promise<void> {
    const { id } = expectStatus(await call(key)('GET', '/api/v1/me'), 200).body.data.key;
    const body = { rate_limits: limits };
    expectStatus(await call(key)('PATCH', `/api/v1/api-keys/${id}`, { body }), 200);
  }
});

/** What the key can still send, as `RateLimit: "key-write";r=78;t=12, …` states it. */
function remaining({ headers }: Answer, rateClass: string) {
  const found = new RegExp(`"key-${rateClass}";r=(?<requests>\\d+);t=(?<secondsLeft>\\d+)`, 'u').exec(
    headers['RateLimit'] ?? '',
  )?.groups;
  return { requests: Number(found?.['requests']), secondsLeft: Number(found?.['secondsLeft']) };
}
