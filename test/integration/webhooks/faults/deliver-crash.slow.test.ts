import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { COUNTED_MS, startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import { sumOf, type Tally, tallyOf, toTallyText } from '#shared/webhooks/domain/attempt-tally.ts';
import { type DeliveryJob, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { TIMEOUTS_TO_OPEN } from '#shared/webhooks/domain/endpoint-health.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { createDynamoAttemptCountReader } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import type { Moment } from '#test/support/fixtures/platform/faults/crash-switch.ts';
import { failingCall } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import {
  anEnabledEndpoint,
  anEventFor,
  handle,
  seeThrough,
  stored,
} from '#test/support/fixtures/webhooks/delivery-world.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
type DeliveryCase = {
  /** The response of the receiver every time. */
  readonly response: number;
  /** Sets up the state before the message is received. */
  readonly prepare?: (endpoint: Endpoint, job: DeliveryJob) => Promise<DeliveryJob | void>;
  readonly body?: string;
  /** Recorded attempts before. */
  readonly earlier?: number;
  /** Stop when this attempt is planned, instead of following the delivery to its end. */
  readonly plans?: number;
  /** The end of the delivery, and the number of its attempts. */
  readonly ends: Partial<Delivery>;
  readonly attempts: number;
};

/** An open circuit breaker, whose first probe is scheduled in this many seconds. */
async function openBreaker(endpoint: Endpoint, seconds: number): Promise<void> {
  const health = createDynamoEndpointHealth(cloud.core);
  const probeAt = new Date(cloud.clock().getTime() + seconds * 1000);
  for (let count = 0; count < TIMEOUTS_TO_OPEN; count += 1) {
    const timeout = { deliveryId: newId(cloud.clock()), isFirst: count === 0 };
    await health.recordTimeout(endpoint, timeout, cloud.clock(), probeAt);
  }
}

/** The message of the attempt after this many failed ones. */
async function retriedBefore(job: DeliveryJob, attempts: number): Promise<DeliveryJob> {
  for (let number = 1; number <= attempts; number += 1) {
    await cloud.stores.deliveries.recordAttempt(toDelivery(job), anAttempt({ number }), aRetry());
  }
  return { ...job, attempt: attempts + 1, body: null };
}

const CASES: Readonly<Record<string, DeliveryCase>> = {
  'answered 200': { response: 200, ends: { state: 'succeeded' }, attempts: 1 },
  'answered 404': { response: 404, ends: { state: 'failed', reason: 'receiver_rejected' }, attempts: 1 },
  'answered 500 for the first time': {
    response: 500,
    plans: 2,
    ends: { state: 'retrying', reason: 'receiver_error' },
    attempts: 1,
  },
  'answered 500 to the end, its last retry by schedule': {
    response: 500,
    earlier: 4,
    ends: { state: 'failed', reason: 'attempts_exhausted' },
    attempts: 6,
  },
  'of a body that travels by reference': {
    response: 200,
    body: `{"text":"${'x'.repeat(5000)}"}`,
    ends: { state: 'succeeded' },
    attempts: 1,
  },
  'to an endpoint that was paused': {
    response: 200,
    prepare: (endpoint) =>
      cloud.stores.endpoints.save(endpoint, anEdit(endpoint, { enabled: false }), aContext()),
    ends: { state: 'cancelled', reason: 'endpoint_paused' },
    attempts: 0,
  },
  'that waited for the key service': {
    response: 200,
    prepare: async () => cloud.faults.kms.script(failingCall('Decrypt', new Error('down'))),
    ends: { state: 'succeeded' },
    attempts: 1,
  },
  'that the circuit breaker put off': {
    response: 200,
    prepare: (endpoint) => openBreaker(endpoint, 30),
    ends: { state: 'succeeded' },
    attempts: 1,
  },
  'that is the probe of a circuit breaker': {
    response: 200,
    prepare: (endpoint) => openBreaker(endpoint, 0),
    ends: { state: 'succeeded' },
    attempts: 1,
  },
  'that repeats another': {
    response: 200,
    async prepare(endpoint, job) {
      const original = aDelivery({ endpointId: endpoint.id, createdAt: cloud.clock() });
      await cloud.stores.deliveries.recordAttempt(original, anAttempt(), aRetry());
      return { ...job, resendOf: original.id, supersedes: [original.id] };
    },
    ends: { state: 'succeeded' },
    attempts: 1,
  },
};

/** One delivery from its first message to its end, with a crash at a call if one is given. Returns the calls it made. */
async function runDelivery(
  { response, prepare, body, earlier = 0, plans, ends, attempts }: DeliveryCase,
  known: Endpoint | undefined,
  cut?: { call: number; moment: Moment },
): Promise<number> {
  cloud.tidy();
  const endpoint = known ?? (await anEnabledEndpoint(cloud));
  const fresh = await anEventFor(cloud, endpoint, body);
  const first = earlier === 0 ? fresh : await retriedBefore(fresh, earlier);
  const job = (await prepare?.(endpoint, first)) ?? first;
  const sender = createScriptedSender(...Array.from({ length: 9 }, () => response));
  cloud.power.restore();
  const cuts = cloud.power.cuts();
  if (cut) cloud.power.cutAt(cut.call, cut.moment);
  if (plans === undefined) await seeThrough(cloud, sender, job);
  else await handle(cloud, sender, job);
  const calls = cloud.power.calls().length;
  expect(cloud.power.cuts() - cuts).toBe(cut ? 1 : 0);

  const delivery = await stored(cloud, job);
  expect(delivery).toMatchObject(ends);
  expect(delivery?.attempts.map(({ number }) => number)).toEqual(
    Array.from({ length: attempts }, (_, index) => index + 1),
  );
  await expectCounted(endpoint, delivery);
  // A crash may repeat the one request that was not recorded yet.
  const repeated = sender.requests.length - (attempts - earlier);
  expect(repeated).toBeGreaterThanOrEqual(0);
  expect(repeated).toBeLessThanOrEqual(cut ? 1 : 0);
  const ids = new Set(sender.requests.map(({ headers }) => headers['x-webhook-delivery']));
  expect([...ids]).toEqual(attempts > 0 ? [job.deliveryId] : []);
  expect([...new Set(cloud.queued().map(({ attempt }) => attempt))]).toEqual(plans ? [plans] : []);
  for (const id of job.supersedes) {
    const original = await cloud.stores.deliveries.find(deliveriesOf(job.endpointId), id);
    expect(original).toMatchObject({ state: 'cancelled', deliveredBy: job.deliveryId });
  }
  return calls;
}

/** All counted attempts by endpoint and five minutes, because the cases of a test share an endpoint. */
const counted = new Map<string, Tally[]>();

/** The counters include each attempt that names one of them, once, in the five minutes in which it started. */
async function expectCounted({ id, workspaceId }: Endpoint, delivery: Delivery | undefined): Promise<void> {
  const named = delivery?.attempts.filter(({ countedIn }) => countedIn !== undefined) ?? [];
  const buckets = Map.groupBy(named, ({ startedAt }) => startOf(startedAt, COUNTED_MS).getTime());
  const reader = createDynamoAttemptCountReader(cloud.deliveries);
  for (const [bucket, attempts] of buckets) {
    const key = `${id}/${bucket}`;
    const expected = [...(counted.get(key) ?? []), ...attempts.map(tallyOf)];
    counted.set(key, expected);
    const range = { from: new Date(bucket), to: new Date(bucket + COUNTED_MS), isFine: true };
    const spans = await reader.read({ workspaceId, id, shards: 1 }, range, undefined);
    expect(toTallyText(sumOf(spans.map(({ tally }) => tally)))).toBe(toTallyText(sumOf(expected)));
  }
}

describe('a delivery', () => {
  it.each(Object.entries(CASES))('%s ends the same after a crash at any call', async (_, deliveryCase) => {
    cloud.tidy();
    // A case that changes its endpoint needs a new one each time.
    const endpoint = deliveryCase.prepare ? undefined : await anEnabledEndpoint(cloud);
    const calls = await runDelivery(deliveryCase, endpoint);
    expect(calls).toBeGreaterThan(1);
    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1)
        if (!isCrashSkipped(moment, call)) await runDelivery(deliveryCase, endpoint, { call, moment });
    }
  });
});
