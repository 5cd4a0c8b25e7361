import type { Media, MediaPixels, MediaType } from '#shared/files/domain/media.ts';
import * as filesErrors from '#shared/files/errors.ts';
import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import { isVisible } from '#shared/platform/core/text.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { Account } from './account.ts';
import { type LimitedAccount, networkIssues } from './network-limits.ts';
import type { ContentItem, Post } from './post.ts';

/** How many milliseconds a time may be in the past and still count as now (docs/specification/publishing.md#schedule-in-past). */
const SCHEDULE_GRACE_MS = 60_000;

/** The parts of a post that the conditions check. */
export type SchedulablePost = Pick<
  Post,
  'accounts' | 'versions' | 'date' | 'time' | 'scheduledAt' | 'retryAccounts'
>;
/** The parts of an account that the conditions check. */
export type ScheduledAccount = LimitedAccount & Pick<Account, 'status'>;
/** The parts of a file that the conditions check. Type and size are null while the file is not stored. */
export type ScheduledMedia = Pick<Media, 'id' | 'state'> & {
  readonly mimeType: MediaType | null;
  readonly size: number | null;
} & Partial<MediaPixels>;

/**
 * Every violated condition of scheduling a post or of keeping it scheduled, with pointers into the body of an update; empty
 * if there is none (docs/specification/publishing.md#conditions-of-scheduling). `accounts` and `media` are the existing ones that the
 * post references.
 */
export function scheduleIssues(
  post: SchedulablePost,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
  now: Date,
): ValidationIssue[] {
  return [...timeIssues(post, now), ...readinessIssues(post, accounts, media)];
}

/** The conditions of date and time; they do not apply to a post that is published immediately. */
export function timeIssues(
  { date, time, scheduledAt }: Pick<SchedulablePost, 'date' | 'time' | 'scheduledAt'>,
  now: Date,
): ValidationIssue[] {
  const missing = [
    ...(date === null ? ['date' as const] : []),
    ...(time === null ? ['time' as const] : []),
  ].map((field) => ({
    pointer: `#/${field}`,
    ...publishingErrors.schedule_incomplete(),
    detail: `A scheduled post needs a ${field}. Set a date and a time.`,
  }));
  if (scheduledAt === null || scheduledAt.getTime() >= now.getTime() - SCHEDULE_GRACE_MS) return missing;
  const detail =
    `The date and time are in the past: ${scheduledAt.toISOString()}. Set a date and a time in the future, ` +
    'or publish the post now.';
  return [...missing, { pointer: '#/date', code: 'schedule_in_past', detail }];
}

/** The conditions of accounts and content. */
export function readinessIssues(
  post: Pick<SchedulablePost, 'accounts' | 'versions' | 'retryAccounts'>,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
): ValidationIssue[] {
  const none: ValidationIssue = {
    pointer: '#/accounts',
    ...publishingErrors.accounts_required(),
    detail: 'A scheduled post needs at least one account. Add an account to the post.',
  };
  return [
    ...(post.accounts.length === 0 ? [none] : []),
    ...connectionIssues(post, accounts),
    ...emptyItemIssues(post),
    ...fileIssues(post, media),
    ...limitIssues(post, accounts, media),
  ];
}

/** An issue `account_not_connected` for each account that cannot be published to. */
export function connectionIssues(
  post: Pick<SchedulablePost, 'accounts' | 'retryAccounts'>,
  accounts: readonly Pick<ScheduledAccount, 'id' | 'status'>[],
): ValidationIssue[] {
  const status = new Map(accounts.map((account) => [account.id, account.status]));
  return post.accounts.flatMap((id, index) => {
    const found = status.get(id);
    if (found === 'connected' || !needsPost(post)(id)) return [];
    const detail =
      found === undefined
        ? `Account ${id} no longer exists. Remove it from the post.`
        : `Account ${id} is ${WORDS[found]}, or remove it from the post.`;
    return [{ pointer: `#/accounts/${index}`, ...publishingErrors.account_not_connected(), detail }];
  });
}

/** The limits of the networks that the post exceeds, only for accounts that do not have the post yet. */
export function limitIssues(
  post: Pick<SchedulablePost, 'accounts' | 'versions' | 'retryAccounts'>,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
): ValidationIssue[] {
  return networkIssues({ ...post, accounts: post.accounts.filter(needsPost(post)) }, accounts, media);
}

/** Whether the next run publishes to an account. It skips accounts that already have the post, so they are not checked. */
function needsPost({ retryAccounts }: Pick<SchedulablePost, 'retryAccounts'>) {
  return (id: number) => retryAccounts === null || retryAccounts.includes(id);
}

const WORDS = {
  needs_reauth: 'no longer authorised. Reconnect it',
  disabled: 'disabled. Enable it',
} as const;

/** Items without text, link or media. */
function emptyItemIssues({ versions }: Pick<SchedulablePost, 'versions'>): ValidationIssue[] {
  return versions.flatMap(({ content }, version) =>
    content.flatMap((item, index) =>
      isEmpty(item)
        ? [
            {
              pointer: `#/versions/${version}/content/${index}`,
              code: 'content_empty',
              detail: 'Add a text, a link or a media file.',
            },
          ]
        : [],
    ),
  );
}

/**
 * Files that were deleted or never uploaded: they cannot be sent to a network. A file that is used more than once is reported at
 * its first use.
 */
export function fileIssues(
  { versions }: Pick<SchedulablePost, 'versions'>,
  media: readonly Pick<ScheduledMedia, 'id' | 'state'>[],
): ValidationIssue[] {
  const states = new Map(media.map(({ id, state }) => [id, state]));
  const reported = new Set<number>();
  return versions.flatMap(({ content }, version) =>
    content.flatMap((item, index) =>
      item.media.flatMap((id, place): ValidationIssue[] => {
        const state = states.get(id);
        if (state === 'ready' || reported.has(id)) return [];
        reported.add(id);
        const pointer = `#/versions/${version}/content/${index}/media/${place}`;
        return state === undefined
          ? [
              {
                pointer,
                ...filesErrors.media_not_found(),
                detail: `Media file ${id} no longer exists. Remove it from the post.`,
              },
            ]
          : [
              {
                pointer,
                ...filesErrors.media_not_uploaded(),
                detail: `Media file ${id} ${NOT_READY[state]}`,
              },
            ];
      }),
    ),
  );
}

const NOT_READY = {
  pending: 'has not been uploaded yet. Upload it first, or remove it from the post.',
  downloading:
    'is still being downloaded from its URL. Wait until getMedia returns `ready`, or remove it from the post.',
  failed: 'could not be downloaded from its URL. Remove it from the post, or replace it.',
} as const;

function isEmpty({ body, url, media }: ContentItem): boolean {
  return (body === null || !isVisible(body)) && url === null && media.length === 0;
}
