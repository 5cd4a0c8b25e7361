import { describe, expect, it } from 'vitest';
import { inZone, recomputePost } from '#shared/publishing/domain/recompute-posts.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

const NEW_YORK = 'America/New_York';
const IN_NEW_YORK = new Date('2026-06-02T19:00:00.000Z');

describe('recomputePost, of a draft', () => {
  it('computes the instant of its date in the new time zone', () => {
    const before = aPostIn('draft', { dueSeq: 2 });

    expect(recomputePost(before, NEW_YORK, secondsAfterNow(60))).toEqual({
      kept: false,
      after: {
        ...before,
        timezone: NEW_YORK,
        scheduledAt: IN_NEW_YORK,
        revision: 2,
        updatedAt: secondsAfterNow(60),
      },
    });
  });

  it('allows an instant in the past', () => {
    const before = aPostIn('draft', { date: '2026-06-01', time: '20:30' });

    expect(recomputePost(before, 'Asia/Tokyo', NOW)).toMatchObject({
      kept: false,
      after: { scheduledAt: new Date('2026-06-01T11:30:00.000Z'), keptInstant: false },
    });
  });

  it('ignores half a date', () => {
    const before = aPostIn('draft', { time: null });

    expect(recomputePost(before, NEW_YORK, NOW)?.after).toMatchObject({
      timezone: NEW_YORK,
      scheduledAt: null,
    });
  });
});

describe('recomputePost, of a post that waits for approval', () => {
  it('computes the instant of the proposed time, which approving it without a body uses', () => {
    const before = aPostIn('needs_approval');

    expect(recomputePost(before, NEW_YORK, NOW)).toEqual({
      kept: false,
      after: { ...before, timezone: NEW_YORK, scheduledAt: IN_NEW_YORK, revision: 2, updatedAt: NOW },
    });
  });
});

describe('recomputePost, of a scheduled post', () => {
  it('moves its timer as well', () => {
    const before = aPostIn('scheduled', { keptInstant: true });

    expect(recomputePost(before, NEW_YORK, NOW)).toMatchObject({
      kept: false,
      after: {
        scheduledAt: IN_NEW_YORK,
        keptInstant: false,
        due: { at: IN_NEW_YORK, seq: 2, timer: true },
        dueSeq: 2,
      },
    });
  });

  it.each([
    ['would be in the past', { date: '2026-06-01', time: '20:00' }, 'Asia/Tokyo'],
    ['would be exactly now', { date: '2026-06-01', time: '21:00' }, 'Asia/Tokyo'],
    ['has already passed', { date: '2026-06-01', time: '14:00' }, NEW_YORK],
    ['was now, whatever its date', { scheduledAt: NOW }, NEW_YORK],
  ])('keeps an instant that %s, and its timer', (_, overrides, timezone) => {
    const before = aPostIn('scheduled', overrides);

    expect(recomputePost(before, timezone, NOW)).toEqual({
      kept: true,
      after: { ...before, timezone, keptInstant: true, revision: 2, updatedAt: NOW },
    });
  });
});

describe('recomputePost, of anything else', () => {
  it.each(['publishing', 'published', 'failed', 'trashed'] as const)(
    'leaves a post unchanged that is %s',
    (state) => {
      expect(recomputePost(aPostIn(state), NEW_YORK, NOW)).toBeUndefined();
    },
  );

  it.each(['draft', 'scheduled'] as const)('leaves a %s unchanged that is in the time zone', (state) => {
    expect(recomputePost(aPostIn(state), 'Europe/Berlin', NOW)).toBeUndefined();
  });
});

describe('inZone', () => {
  it('keeps a post whose timestamp was computed in the time zone', () => {
    const before = aPostIn('draft');

    expect(inZone(before, 'Europe/Berlin')).toBe(before);
  });

  it.each([
    ['was kept', { keptInstant: true, scheduledAt: IN_NEW_YORK }],
    ['has seconds, of a post that was published immediately', { scheduledAt: secondsAfterNow(1) }],
    ['is missing', { scheduledAt: null }],
  ])('computes a timestamp that %s', (_, overrides) => {
    expect(inZone(aPostIn('draft', overrides), 'Europe/Berlin')).toMatchObject({
      scheduledAt: DATED,
      keptInstant: false,
    });
  });

  it('restores the first instant on the way back', () => {
    const post = aPostIn('scheduled');

    expect(inZone(inZone(post, NEW_YORK), 'Europe/Berlin')).toEqual({ ...post, scheduledAt: DATED });
  });
});
