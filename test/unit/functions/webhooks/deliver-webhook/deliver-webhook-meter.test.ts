import { describe, expect, it } from 'vitest';
import { measureAttempt, measureLateness } from '#functions/webhooks/deliver-webhook/delivery-metrics.ts';
import { DIMENSIONS } from '#shared/platform/core/metric.ts';
import { createMetrics, type Metrics } from '#shared/platform/runtime/metrics.ts';
import type { AttemptOutcome, DeliveryState } from '#shared/webhooks/domain/delivery.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, aJob, anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

function aMeter() {
  const added: (readonly [string, number, string?])[] = [];
  const metrics: Pick<Metrics, 'add'> = {
    add: ({ name }, value, values) =>
      void added.push(values?.outcome === undefined ? [name, value] : [name, value, values.outcome]),
  };
  return { added, metrics };
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
  ])('counts %s of a delivery that is then %s as %s, with its duration', (outcome, state, counted) => {
    const { added, metrics } = aMeter();

    measureAttempt(metrics, { outcome, durationMs: 42 }, state);

    expect(added).toEqual([
      ['Attempts', 1, counted],
      ['Delivered', counted === 'success' ? 1 : 0],
      ['AttemptDuration', 42],
    ]);
  });

  it('counts a blocked address, which never became a request, as not delivered and without duration', () => {
    const { added, metrics } = aMeter();

    measureAttempt(metrics, anAttempt({ outcome: 'blocked_address' }), 'retrying');

    expect(added).toEqual([
      ['Attempts', 1, 'blocked'],
      ['Delivered', 0],
    ]);
  });

  it('counts nothing that was not recorded', async () => {
    const fixture = createDeliveryFixture(200);
    const { job } = await fixture.prepare();
    fixture.platform.deliveries.recordAttempt = () => Promise.reject(new Error('no table'));

    await expect(fixture.deliver(job)).rejects.toThrow('no table');
    expect(fixture.measured).toEqual([['Lateness', 0]]);
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
  ])('measures %s', (_what, job, receiveCount, expected) => {
    const { added, metrics } = aMeter();

    measureLateness(metrics, aJob(job), { receiveCount, receivedAt: NOW });

    expect(added).toEqual(expected);
  });
});

describe('what the meter writes', () => {
  it('has no metric with the id of a workspace, an endpoint or a delivery', () => {
    const lines: string[] = [];
    const metrics = createMetrics('workspace-test', (line) => lines.push(line));
    const { id, endpointId, workspaceId, eventId } = aDelivery();

    measureAttempt(metrics, anAttempt(), 'retrying');
    measureLateness(metrics, aJob({ dueAt: NOW.getTime() }), { receiveCount: 1, receivedAt: NOW });
    metrics.flush();

    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(DIMENSIONS).toEqual(
        expect.arrayContaining(JSON.parse(line)['_aws'].CloudWatchMetrics[0].Dimensions[0]),
      );
      for (const secret of [id, endpointId, workspaceId, eventId]) expect(line).not.toContain(secret);
    }
  });
});
