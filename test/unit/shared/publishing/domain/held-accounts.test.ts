import { describe, expect, it } from 'vitest';
import { restorePost } from '#shared/publishing/domain/deletion/trash-post.ts';
import { replaceBody } from '#shared/publishing/domain/post-edit.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { unschedulePost } from '#shared/publishing/domain/schedule-post.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

/** A post whose run leaves out the accounts 1 and 3, on which publishing failed before. */
function retried(overrides: Partial<Post> = {}): Post {
  return aPostIn('scheduled', {
    accounts: [1, 2, 3],
    retryAccounts: [2],
    heldAccounts: [1, 3],
    queued: true,
    ...overrides,
  });
}

function edited(post: Post, body: Partial<Post>, scheduledAt: Date | null = DATED): Post {
  return replaceBody(post, { ...post, ...body }, { timezone: post.timezone, scheduledAt }, NOW);
}

describe('accounts that a run leaves out', () => {
  it('are remembered by an edit, apart from those that it removes', () => {
    expect(edited(retried(), { accounts: [2, 3, 4] })).toMatchObject({
      retryAccounts: [2, 4],
      heldAccounts: [3],
    });
  });

  it.each([
    ['an edit without a date', () => edited(retried(), { date: null }, null)],
    ['unscheduling', () => unschedulePost(retried(), NOW)],
    ['the trash', () => restorePost(retried({ trashedAt: NOW }), 'Europe/Berlin', NOW)],
  ])('are forgotten by a draft after %s, which goes to all accounts', (_, change) => {
    expect(change()).toMatchObject({ status: 'draft', retryAccounts: null, heldAccounts: [] });
  });
});

describe('a slot of the posting queue', () => {
  it('is kept by an edit at the same time', () => {
    expect(edited(retried(), { tags: [1] }).queued).toBe(true);
  });

  it.each([
    ['moves the post', () => edited(retried(), { time: '16:00' }, new Date(DATED.getTime() + 3_600_000))],
    ['makes it a draft', () => edited(retried(), { accounts: [] })],
  ])('is left by an edit that %s', (_, change) => {
    expect(change().queued).toBe(false);
  });
});
