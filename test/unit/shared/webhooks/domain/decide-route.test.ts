import { describe, expect, it } from 'vitest';
import { decideRoute } from '#shared/webhooks/domain/decide-route.ts';
import { type EndpointHealth, HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';

const FRESH = aJob();
const OPEN: EndpointHealth = {
  ...HEALTHY,
  breaker: { openedAt: secondsAfterNow(-60), probeAt: secondsAfterNow(30) },
};
const DUE: EndpointHealth = { ...HEALTHY, breaker: { openedAt: secondsAfterNow(-60), probeAt: NOW } };
const SLOW: EndpointHealth = { ...HEALTHY, slowUntil: secondsAfterNow(1) };

const INLINE = { kind: 'inline' };
const SLOW_LANE = { kind: 'slow-lane' };
const PARK = { kind: 'defer', until: secondsAfterNow(840) };
const PROBE = { kind: 'probe', until: secondsAfterNow(840) };

function routeOf(job: Partial<typeof FRESH>, health: EndpointHealth, random = 0) {
  return decideRoute({ ...FRESH, ...job }, health, { now: NOW, random, deferMs: 840_000 });
}

describe('decideRoute', () => {
  it.each([
    ['sound', HEALTHY, {}, INLINE],
    ['sound', HEALTHY, { slow: true }, INLINE],
    ['slow', SLOW, {}, SLOW_LANE],
    ['slow', SLOW, { slow: true }, INLINE],
    ['slow', SLOW, { test: true }, SLOW_LANE],
    ['slow', SLOW, { deferred: true }, SLOW_LANE],
    ['slow no longer', { ...HEALTHY, slowUntil: NOW }, {}, INLINE],
    ['unresponsive', OPEN, {}, PARK],
    ['unresponsive', OPEN, { slow: true }, PARK],
    ['unresponsive', OPEN, { deferred: true }, SLOW_LANE],
    ['unresponsive', OPEN, { deferred: true, slow: true }, INLINE],
    ['unresponsive', OPEN, { test: true }, SLOW_LANE],
    ['unresponsive', OPEN, { test: true, slow: true }, INLINE],
    ['unresponsive, its probe due', DUE, {}, PROBE],
    ['unresponsive, its probe due', DUE, { deferred: true, slow: true }, INLINE],
    ['unresponsive, its probe due', DUE, { test: true }, SLOW_LANE],
    ['suspicious, no more', { ...HEALTHY, timedOutDeliveries: new Set(['a', 'b', 'c', 'd']) }, {}, INLINE],
  ])('to an endpoint that is %s (%o): %o → %o', (_, health, job, route) => {
    expect(routeOf(job, health)).toEqual(route);
  });

  describe('of an attempt that is late already', () => {
    it('defers for what is left of 15 minutes after it was due', () => {
      expect(routeOf({ dueAt: secondsAfterNow(-800).getTime() }, OPEN)).toEqual({
        kind: 'defer',
        until: secondsAfterNow(100),
      });
    });

    it.each([OPEN, DUE])('defers and probes no more after 15 minutes', (health) => {
      expect(routeOf({ dueAt: secondsAfterNow(-900).getTime() }, health)).toEqual(SLOW_LANE);
      expect(routeOf({ dueAt: secondsAfterNow(-900).getTime(), slow: true }, health)).toEqual(INLINE);
    });
  });

  it('distributes the deferred messages over the last part of the wait', () => {
    expect(routeOf({}, OPEN, 0.5)).toEqual({ kind: 'defer', until: secondsAfterNow(840 * (1 - 0.15 / 2)) });
  });
});
