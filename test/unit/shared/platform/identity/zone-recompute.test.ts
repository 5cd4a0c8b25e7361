import { describe, expect, it } from 'vitest';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import {
  afterStep,
  handOver,
  type RecomputeStep,
  requestRecompute,
  type ZoneRecompute,
} from '#shared/platform/identity/zone-recompute.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

const fresh = requestRecompute(null, NOW);
const END: RecomputeStep = { moved: 0, kept: 0, last: null, hasMore: false };

function toDeliveryJob({ dueSeq }: ZoneRecompute) {
  return { resource: 'workspace', id: 'w', workspaceId: 'w', seq: dueSeq, dueAt: 0 } as const;
}

/** The recompute after steps that reached the end of each status. */
function afterEnds(count: number, now = NOW): ZoneRecompute {
  return Array.from({ length: count }).reduce<ZoneRecompute>((work) => afterStep(work, END, now), fresh);
}

describe('requestRecompute', () => {
  it('is scheduled at once, starting with scheduled posts', () => {
    expect(fresh).toEqual({
      state: 'queued',
      done: 0,
      kept: 0,
      since: NOW,
      place: { pass: 1, status: 'scheduled', after: null },
      step: 0,
      due: { at: NOW, seq: 1, timer: true },
      dueSeq: 1,
    });
  });

  it('replaces an earlier one, whose messages are ignored from then on', () => {
    const second = requestRecompute({ ...fresh, done: 7, dueSeq: 4 }, secondsAfterNow(9));

    expect(second).toMatchObject({
      done: 0,
      dueSeq: 5,
      since: secondsAfterNow(9),
      place: { pass: 1, after: null },
    });
    expect(jobTiming(second.due, toDeliveryJob(fresh), secondsAfterNow(9))).toBe('outdated');
  });
});

describe('the job of a recompute', () => {
  it.each([
    ['due', fresh, NOW],
    ['due', fresh, secondsAfterNow(-1)],
    ['early', fresh, secondsAfterNow(-2)],
    ['outdated', null, NOW],
    ['outdated', afterEnds(6), NOW],
    ['outdated', handOver(fresh, NOW), NOW],
  ] as const)('returns %s', (expected, recompute, now) => {
    expect(jobTiming(recompute?.due, toDeliveryJob(fresh), now)).toBe(expected);
  });
});

describe('afterStep', () => {
  it('continues after the last post read, and counts', () => {
    const step = { moved: 3, kept: 1, last: 'p9', hasMore: true };
    const after = afterStep(afterStep(fresh, step, NOW), step, NOW);

    expect(after).toEqual({
      ...fresh,
      state: 'running',
      done: 6,
      kept: 2,
      step: 2,
      place: { pass: 1, status: 'scheduled', after: 'p9' },
    });
  });

  it('continues with waiting posts after scheduled posts, and then with drafts', () => {
    const places = [afterEnds(1), afterEnds(2)];

    expect(places).toMatchObject([
      { place: { pass: 1, status: 'needs_approval', after: null }, due: fresh.due },
      { place: { pass: 1, status: 'draft', after: null }, due: fresh.due },
    ]);
  });

  it.each([
    [5, 60],
    [59, 60],
    [200, 200],
  ])('makes its second pass at least a minute after the change: ended after %i s, at %i s', (end, at) => {
    expect(afterEnds(3, secondsAfterNow(end))).toMatchObject({
      state: 'running',
      place: { pass: 2, status: 'scheduled', after: null },
      due: { at: secondsAfterNow(at), seq: 2, timer: true },
      dueSeq: 2,
    });
  });

  it('is done after the second pass, with nothing scheduled and a new number', () => {
    expect(afterEnds(6)).toMatchObject({ state: 'done', due: null, dueSeq: 3, step: 6 });
  });
});

describe('handOver', () => {
  it('keeps the cursor and requests another message', () => {
    const running = afterEnds(1);

    expect(handOver(running, secondsAfterNow(20))).toEqual({
      ...running,
      step: 2,
      due: { at: secondsAfterNow(20), seq: 2, timer: true },
      dueSeq: 2,
    });
  });
});
