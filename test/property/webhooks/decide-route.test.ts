import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRoute } from '#shared/webhooks/domain/decide-route.ts';
import type { EndpointHealth } from '#shared/webhooks/domain/endpoint-health.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

const QUARTER = 900;

const seconds = fc.integer({ min: -2000, max: 2000 });
const instant = seconds.map((value) => secondsAfterNow(value));
const job = fc.record({
  dueAt: instant.map((at) => at.getTime()),
  test: fc.boolean(),
  slow: fc.boolean(),
  deferred: fc.boolean(),
});
const health: fc.Arbitrary<EndpointHealth> = fc.record({
  slowUntil: fc.option(instant),
  timedOutDeliveries: fc.uniqueArray(fc.string(), { maxLength: 5 }).map((ids) => new Set(ids)),
  breaker: fc.option(fc.record({ openedAt: instant, probeAt: instant })),
});
const circumstances = fc.record({
  now: fc.constant(NOW),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  deferMs: fc.integer({ min: 0, max: QUARTER * 1000 }),
});

describe('decideRoute, for any attempt, health and instant', () => {
  it('never defers an attempt beyond 15 minutes after its scheduled time, nor for longer than requested', () => {
    fc.assert(
      fc.property(job, health, circumstances, (each, known, around) => {
        const route = decideRoute(each, known, around);
        fc.pre(route.kind === 'defer' || route.kind === 'probe');
        expect(route.until.getTime()).toBeGreaterThan(NOW.getTime());
        expect(route.until.getTime()).toBeLessThanOrEqual(each.dueAt + QUARTER * 1000);
        expect(route.until.getTime()).toBeLessThanOrEqual(NOW.getTime() + around.deferMs);
      }),
    );
  });

  it('defers an attempt at most once, and a test event never', () => {
    fc.assert(
      fc.property(job, health, circumstances, (each, known, around) => {
        fc.pre(each.test || each.deferred);
        expect(['inline', 'slow-lane']).toContain(decideRoute(each, known, around).kind);
      }),
    );
  });

  it('defers only while the breaker is open, and probes only at the time of a probe', () => {
    fc.assert(
      fc.property(job, health, circumstances, (each, known, around) => {
        const { kind } = decideRoute(each, known, around);
        fc.pre(kind === 'defer' || kind === 'probe');
        const isDue = known.breaker && known.breaker.probeAt <= NOW;
        expect(isDue).toBe(kind === 'probe');
      }),
    );
  });

  it('makes the request on the third receive at the latest', () => {
    fc.assert(
      fc.property(job, health, circumstances, (each, known, around) => {
        expect(wakesOf(each, known, around)).toBeLessThanOrEqual(3);
      }),
    );
  });
});

/** How often an attempt is received until its request is made, if nothing else changes. */
function wakesOf(...[each, known, around]: Parameters<typeof decideRoute>): number {
  const { kind } = decideRoute(each, known, around);
  if (kind === 'inline') return 1;
  const isDeferred = each.deferred || kind === 'defer' || kind === 'probe';
  return 1 + wakesOf({ ...each, slow: true, deferred: isDeferred }, known, around);
}
