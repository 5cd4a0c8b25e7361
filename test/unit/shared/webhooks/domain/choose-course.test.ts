import { describe, expect, it } from 'vitest';
import { chooseCourse } from '#shared/webhooks/domain/choose-course.ts';
import { type EndpointHealth, SOUND } from '#shared/webhooks/domain/endpoint-health.ts';
import { aJob, later, NOW } from '#test/support/builders/platform/builders.ts';

const FRESH = aJob();
const OPEN: EndpointHealth = { ...SOUND, breaker: { openedAt: later(-60), probeAt: later(30) } };
const DUE: EndpointHealth = { ...SOUND, breaker: { openedAt: later(-60), probeAt: NOW } };
const SLOW: EndpointHealth = { ...SOUND, slowUntil: later(1) };

const SEND = { kind: 'send' };
const SLOW_LANE = { kind: 'slow-lane' };
const PARK = { kind: 'park', until: later(840) };
const PROBE = { kind: 'probe', until: later(840) };

function courseOf(job: Partial<typeof FRESH>, health: EndpointHealth, random = 0) {
  return chooseCourse({ ...FRESH, ...job }, health, { now: NOW, random, parkMs: 840_000 });
}

describe('chooseCourse', () => {
  it.each([
    ['sound', SOUND, {}, SEND],
    ['sound', SOUND, { slow: true }, SEND],
    ['slow', SLOW, {}, SLOW_LANE],
    ['slow', SLOW, { slow: true }, SEND],
    ['slow', SLOW, { test: true }, SLOW_LANE],
    ['slow', SLOW, { parked: true }, SLOW_LANE],
    ['slow no longer', { ...SOUND, slowUntil: NOW }, {}, SEND],
    ['unresponsive', OPEN, {}, PARK],
    ['unresponsive', OPEN, { slow: true }, PARK],
    ['unresponsive', OPEN, { parked: true }, SLOW_LANE],
    ['unresponsive', OPEN, { parked: true, slow: true }, SEND],
    ['unresponsive', OPEN, { test: true }, SLOW_LANE],
    ['unresponsive', OPEN, { test: true, slow: true }, SEND],
    ['unresponsive, its probe due', DUE, {}, PROBE],
    ['unresponsive, its probe due', DUE, { parked: true, slow: true }, SEND],
    ['unresponsive, its probe due', DUE, { test: true }, SLOW_LANE],
    ['suspicious, no more', { ...SOUND, unanswered: new Set(['a', 'b', 'c', 'd']) }, {}, SEND],
  ])('to an endpoint that is %s (%o): %o → %o', (_, health, job, course) => {
    expect(courseOf(job, health)).toEqual(course);
  });

  describe('of an attempt that is late already', () => {
    it('parks for what is left of 15 minutes after it was due', () => {
      expect(courseOf({ due_at: later(-800).getTime() }, OPEN)).toEqual({ kind: 'park', until: later(100) });
    });

    it.each([OPEN, DUE])('parks and probes no more after 15 minutes', (health) => {
      expect(courseOf({ due_at: later(-900).getTime() }, health)).toEqual(SLOW_LANE);
      expect(courseOf({ due_at: later(-900).getTime(), slow: true }, health)).toEqual(SEND);
    });
  });

  it('spreads the wakes over the last part of the wait', () => {
    expect(courseOf({}, OPEN, 0.5)).toEqual({ kind: 'park', until: later(840 * (1 - 0.15 / 2)) });
  });
});
