import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/publishing/domain/post.ts';
import {
  readinessIssues,
  scheduleIssues,
  timeIssues,
} from '#shared/publishing/domain/schedule-conditions.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const ACCOUNTS = [
  anAccount({ id: 1, provider: 'mastodon' }),
  anAccount({ id: 2, status: 'needs_reauth' }),
  anAccount({ id: 3, status: 'disabled' }),
];
const MEDIA = [aMedia({ id: 1 }), aMedia({ id: 2, state: 'pending' })];

function pairs(overrides: Partial<Post>): (string | undefined)[][] {
  const post = aPostIn('draft', { accounts: [1], ...overrides });
  return scheduleIssues(post, ACCOUNTS, MEDIA, NOW).map(({ pointer, code }) => [pointer, code]);
}

describe('scheduleIssues', () => {
  it('accepts a post that has an account, a future time and content', () => {
    expect(pairs({})).toEqual([]);
  });

  it.each([
    ['no account', { accounts: [] }, [['#/accounts', 'accounts_required']]],
    ['no date', { date: null, scheduledAt: null }, [['#/date', 'schedule_incomplete']]],
    ['no time', { time: null, scheduledAt: null }, [['#/time', 'schedule_incomplete']]],
    [
      'neither',
      { date: null, time: null, scheduledAt: null },
      [
        ['#/date', 'schedule_incomplete'],
        ['#/time', 'schedule_incomplete'],
      ],
    ],
    [
      'an account no longer authorised; reconnect it',
      { accounts: [1, 2] },
      [['#/accounts/1', 'account_not_connected']],
    ],
    ['a disabled account', { accounts: [3, 1] }, [['#/accounts/0', 'account_not_connected']]],
    ['a removed account', { accounts: [9] }, [['#/accounts/0', 'account_not_connected']]],
  ])('reports %s', (_, overrides, expected) => {
    expect(pairs(overrides)).toEqual(expected);
  });

  it('reports items without content, in every version, and counts white space as nothing', () => {
    const item = (body: string | null, url: string | null = null, media: number[] = []) => ({
      body,
      url,
      media,
    });
    const versions = [
      { accountId: 0, isOriginal: true, content: [item(null), item('x'), item(' \n\t')], options: {} },
      {
        accountId: 1,
        isOriginal: false,
        content: [item('', 'https://e.co'), item(null, null, [1]), item('')],
        options: {},
      },
    ];

    expect(pairs({ versions })).toEqual([
      ['#/versions/0/content/0', 'content_empty'],
      ['#/versions/0/content/2', 'content_empty'],
      ['#/versions/1/content/2', 'content_empty'],
    ]);
  });

  it('reports files that were deleted or never uploaded', () => {
    const content = [{ body: 'x', url: null, media: [1, 2, 3] }];

    expect(pairs({ versions: [{ accountId: 0, isOriginal: true, content, options: {} }] })).toEqual([
      ['#/versions/0/content/0/media/1', 'media_not_uploaded'],
      ['#/versions/0/content/0/media/2', 'media_not_found'],
    ]);
  });

  it('skips accounts that a retry skips, both their state and their network', () => {
    const content = [{ body: 'x'.repeat(501), url: null, media: [] }];
    const versions = [{ accountId: 0, isOriginal: true, content, options: {} }];

    expect(pairs({ accounts: [1, 2, 3], retryAccounts: [3], versions })).toEqual([
      ['#/accounts/2', 'account_not_connected'],
    ]);
  });
});

describe('timeIssues', () => {
  it.each([
    ['in a minute', 60, 0],
    ['now', 0, 0],
    ['a minute ago, within the grace', -60, 0],
    ['longer ago', -60.001, 1],
  ])('of a time %s', (_, seconds, count) => {
    const post = aPostIn('draft', { scheduledAt: secondsAfterNow(seconds) });

    expect(timeIssues(post, NOW)).toHaveLength(count);
  });

  it('explains which time was meant', () => {
    expect(timeIssues(aPostIn('draft', { scheduledAt: secondsAfterNow(-61) }), NOW)).toEqual([
      {
        pointer: '#/date',
        code: 'schedule_in_past',
        detail:
          'The date and time are in the past: 2026-06-01T11:58:59.000Z. Set a date and a time in the future, or publish the post now.',
      },
    ]);
  });
});

describe('readinessIssues', () => {
  it('ignores date and time', () => {
    expect(
      readinessIssues(aPostIn('draft', { date: null, scheduledAt: secondsAfterNow(-900) }), ACCOUNTS, MEDIA),
    ).toEqual([]);
  });
});
