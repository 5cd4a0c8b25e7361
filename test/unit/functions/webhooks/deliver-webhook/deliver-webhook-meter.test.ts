import { describe, expect, it } from 'vitest';
import { createDeliveryMeter } from '#functions/webhooks/deliver-webhook/delivery-meter.ts';
import { DIMENSIONS } from '#shared/platform/runtime/metric-catalogue.ts';
import { createMetrics } from '#shared/platform/runtime/metrics.ts';
import type { AttemptOutcome, DeliveryState } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import {
  NOW,
  aDelivery,
  aJob,
  aRetry,
  anAttempt,
  secondsAfterNow,
} from '#test/support/builders/platform/builders.ts';

const aStore: Pick<DeliveryStore, 'recordAttempt'> = { recordAttempt: async (delivery) => delivery };

function aMeter() {
  const added: (readonly [string, number, string?])[] = [];
  const metrics = {
    add: (name: string, value: number, { outcome }: { readonly outcome?: string } = {}) =>
      void added.push(outcome === undefined ? [name, value] : [name, value, outcome]),
  };
  return { added, meter: createDeliveryMeter(metrics, () => NOW) };
}

describe('the meter of attempts', () => {
  it.each<[AttemptOutcome, DeliveryState, string]>([
    ['success', 'succeeded', 'success'],
    ['success', 'cancelled', 'success'],
    ['http_error', 'retrying', 'retry'],
    ['timeout', 'retrying', 'retry'],
    ['http_error', 'failed', 'failed'],
    ['redirect', 'failed', 'failed'],
    ['network_error', 'cancelled', 'failed'],
  ])('counts %s of a delivery that is then %s as %s, with its duration', async (outcome, state, counted) => {
    const { added, meter } = aMeter();
    const store = meter.attempts(aStore);

    await store.recordAttempt(aDelivery(), anAttempt({ outcome, durationMs: 42 }), aRetry({ state }));

    expect(added).toEqual([
      ['Attempts', 1, counted],
      ['Delivered', counted === 'success' ? 1 : 0],
      ['AttemptDuration', 42],
    ]);
  });

  it('counts a blocked address, which never became a request, as not delivered and without duration', async () => {
    const { added, meter } = aMeter();
    const store = meter.attempts(aStore);

    await store.recordAttempt(aDelivery(), anAttempt({ outcome: 'blocked_address' }), aRetry());

    expect(added).toEqual([
      ['Attempts', 1, 'blocked'],
      ['Delivered', 0],
    ]);
  });

  it('counts nothing that was not recorded, and leaves other store methods unchanged', async () => {
    const { added, meter } = aMeter();
    const failing: typeof aStore = { recordAttempt: () => Promise.reject(new Error('no table')) };
    const store = meter.attempts({ ...failing, settle: () => 'settled' });

    await expect(store.recordAttempt(aDelivery(), anAttempt(), aRetry())).rejects.toThrow('no table');
    expect(store.settle()).toBe('settled');
    expect(added).toEqual([]);
  });
});

describe('the meter of deferred attempts', () => {
  it.each([
    [true, [['Attempts', 1, 'deferred']]],
    [false, []],
  ])('counts what was deferred (%s)', async (isDeferred, expected) => {
    const { added, meter } = aMeter();

    await expect(
      meter.deferring({ defer: async () => isDeferred }).defer(aDelivery(), 1, secondsAfterNow(60), NOW),
    ).resolves.toBe(isDeferred);

    expect(added).toEqual(expected);
  });
});

describe('the meter of lateness', () => {
  const late = { dueAt: NOW.getTime() - 90_000 };

  it.each([
    ['a first attempt that is 90 s late', late, 1, [['Lateness', 90]]],
    ['no attempt that is early', { dueAt: NOW.getTime() + 500 }, 1, []],
    ['none of the slow lane', { ...late, slow: true }, 1, []],
    ['none that was deferred', { ...late, deferred: true }, 1, []],
    ['no retry, which a schedule may have rounded up to a minute', { ...late, attempt: 2 }, 1, []],
    ['none that is received again because its handler failed', late, 2, []],
  ])('measures %s, and returns the result', async (_what, job, receiveCount, expected) => {
    const { added, meter } = aMeter();
    const handled: unknown[] = [];

    const message = aJob(job);
    await meter.lateness(async (...given: unknown[]) => void handled.push(given))(message, { receiveCount });

    expect(added).toEqual(expected);
    expect(handled).toEqual([[message, { receiveCount }]]);
  });
});

describe('what the meter writes', () => {
  it('has no metric with the id of a workspace, an endpoint or a delivery', async () => {
    const lines: string[] = [];
    const metrics = createMetrics('workspace-test', (line) => lines.push(line));
    const meter = createDeliveryMeter(metrics, () => NOW);
    const { id, endpointId, workspaceId, eventId } = aDelivery();

    await meter.attempts(aStore).recordAttempt(aDelivery(), anAttempt(), aRetry());
    await meter.deferring({ defer: async () => true }).defer(aDelivery(), 1, secondsAfterNow(60), NOW);
    await meter.lateness(async () => {})(aJob({ dueAt: NOW.getTime() }), { receiveCount: 1 });
    metrics.flush();

    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(DIMENSIONS).toEqual(
        expect.arrayContaining(JSON.parse(line)['_aws'].CloudWatchMetrics[0].Dimensions[0]),
      );
      for (const secret of [id, endpointId, workspaceId, eventId]) expect(line).not.toContain(secret);
    }
  });
});
