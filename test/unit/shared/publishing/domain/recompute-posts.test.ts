import { describe, expect, it } from 'vitest';
import { inZone, recomputePost } from '#shared/publishing/domain/recompute-posts.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/builders.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

const NEW_YORK = 'America/New_York';
const IN_NEW_YORK = new Date('2026-06-02T19:00:00.000Z');

describe('recomputePost, of a draft', () => {
  it('gives it the instant of its date in the new zone', () => {
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

  it('lets it be in the past', () => {
    const before = aPostIn('draft', { date: '2026-06-01', time: '20:30' });

    expect(recomputePost(before, 'Asia/Tokyo', NOW)).toMatchObject({
      kept: false,
      after: { scheduledAt: new Date('2026-06-01T11:30:00.000Z'), keptInstant: false },
    });
  });

  it('knows that half a date is none', () => {
    const before = aPostIn('draft', { time: null });

    expect(recomputePost(before, NEW_YORK, NOW)?.after).toMatchObject({
      timezone: NEW_YORK,
      scheduledAt: null,
    });
  });
});

describe('recomputePost, of a scheduled post', () => {
  it('moves its timer along', () => {
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
    ['would be over', { date: '2026-06-01', time: '20:00' }, 'Asia/Tokyo'],
    ['would be this very moment', { date: '2026-06-01', time: '21:00' }, 'Asia/Tokyo'],
    ['has come already', { date: '2026-06-01', time: '14:00' }, NEW_YORK],
    ['was now, whatever its date says', { scheduledAt: NOW }, NEW_YORK],
  ])('keeps an instant that %s, and its timer (R29)', (_, overrides, timezone) => {
    const before = aPostIn('scheduled', overrides);

    expect(recomputePost(before, timezone, NOW)).toEqual({
      kept: true,
      after: { ...before, timezone, keptInstant: true, revision: 2, updatedAt: NOW },
    });
  });
});

describe('recomputePost, of anything else', () => {
  it.each(['publishing', 'published', 'failed', 'trashed'] as const)(
    'leaves a post alone that is %s',
    (state) => {
      expect(recomputePost(aPostIn(state), NEW_YORK, NOW)).toBeUndefined();
    },
  );

  it.each(['draft', 'scheduled'] as const)('leaves a %s alone that is in the zone', (state) => {
    expect(recomputePost(aPostIn(state), 'Europe/Berlin', NOW)).toBeUndefined();
  });
});

describe('inZone', () => {
  it('finds the first instant again on the way back', () => {
    const post = aPostIn('scheduled');

    expect(inZone(inZone(post, NEW_YORK), 'Europe/Berlin')).toEqual({ ...post, scheduledAt: DATED });
  });
});
