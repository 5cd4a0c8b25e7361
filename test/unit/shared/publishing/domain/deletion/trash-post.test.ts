import { describe, expect, it } from 'vitest';
import {
  deletionNeedsPublish,
  restorePost,
  trashPost,
} from '#shared/publishing/domain/deletion/trash-post.ts';
import { duplicatePost } from '#shared/publishing/domain/duplicate-post.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

describe('trashPost', () => {
  it.each(['draft', 'scheduled', 'published', 'failed'] as const)(
    'moves a post that is %s to the trash, without a schedule',
    (state) => {
      const before = aPostIn(state, { dueSeq: 2 });

      expect(trashPost(before, secondsAfterNow(60))).toEqual({
        ...before,
        trashedAt: secondsAfterNow(60),
        due: null,
        dueSeq: 3,
        revision: 2,
        updatedAt: secondsAfterNow(60),
      });
    },
  );

  it('changes nothing in a post in the trash', () => {
    expect(trashPost(aPostIn('trashed'), secondsAfterNow(60))).toBeUndefined();
  });

  it('rejects a post that is being published', () => {
    expect(() => trashPost(aPostIn('publishing'), NOW)).toThrow(
      expect.objectContaining({ code: 'post_publishing' }),
    );
  });
});

describe('restorePost', () => {
  it.each(['draft', 'scheduled', 'published', 'failed'] as const)(
    'makes a draft of a trashed post that was %s, in the current time zone',
    (state) => {
      const trashed = aPostIn(state, {
        trashedAt: NOW,
        keptInstant: true,
        due: null,
        scheduledAt: secondsAfterNow(5),
      });

      expect(restorePost(trashed, 'America/New_York', secondsAfterNow(60))).toEqual({
        ...trashed,
        status: 'draft',
        trashedAt: null,
        retryAccounts: null,
        timezone: 'America/New_York',
        scheduledAt: new Date('2026-06-02T19:00:00.000Z'),
        keptInstant: false,
        revision: 2,
        updatedAt: secondsAfterNow(60),
      });
    },
  );

  it.each(['draft', 'scheduled', 'publishing', 'published', 'failed'] as const)(
    'changes nothing in a post that is %s',
    (state) => {
      expect(restorePost(aPostIn(state), 'UTC', NOW)).toBeUndefined();
    },
  );
});

describe('deletionNeedsPublish', () => {
  it.each([
    ['draft', false],
    ['scheduled', true],
    ['published', true],
    ['failed', false],
  ] as const)('returns for a post that is %s: %s', (state, expected) => {
    expect(deletionNeedsPublish(aPostIn(state))).toBe(expected);
  });
});

describe('duplicatePost', () => {
  it('makes a draft with the same contents and no date', () => {
    const original = aPostIn('failed', { tags: [4], runs: 3, dueSeq: 9, revision: 12, scheduledAt: DATED });
    const copy = duplicatePost(original, { id: 'new', timezone: 'UTC', now: secondsAfterNow(60) });

    expect(copy).toEqual({
      ...original,
      id: 'new',
      status: 'draft',
      date: null,
      time: null,
      timezone: 'UTC',
      scheduledAt: null,
      runs: 0,
      retryAccounts: null,
      dueSeq: 0,
      revision: 1,
      createdAt: secondsAfterNow(60),
      updatedAt: secondsAfterNow(60),
    });
  });
});
