import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { Account } from './account.ts';
import type { Media } from './media.ts';
import { networkFindings } from './network-limits.ts';
import type { ContentItem, Post } from './post.ts';

/** How long a time may be over and still count as now, in milliseconds (G29). */
const SCHEDULE_GRACE_MS = 60_000;

/** What of a post, its accounts and its media the conditions look at. */
export type SchedulablePost = Pick<
  Post,
  'accounts' | 'versions' | 'date' | 'time' | 'scheduledAt' | 'retryAccounts'
>;
type ScheduledAccount = Pick<Account, 'id' | 'provider' | 'status'>;
type ScheduledMedia = Pick<Media, 'id' | 'mimeType' | 'size' | 'state'>;

/**
 * Everything that keeps a post from being scheduled or staying it (R28, G29, G46), with pointers into the body of an update;
 * none if it may. `accounts` and `media` are those of the workspace that the post names, as far as they are there.
 */
export function scheduleFindings(
  post: SchedulablePost,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
  now: Date,
): ValidationIssue[] {
  return [...timeFindings(post, now), ...readinessFindings(post, accounts, media)];
}

/** The part of it about date and time, which a post that goes out at once is not asked for. */
export function timeFindings(
  { date, time, scheduledAt }: Pick<SchedulablePost, 'date' | 'time' | 'scheduledAt'>,
  now: Date,
): ValidationIssue[] {
  const missing = [
    ...(date === null ? ['date' as const] : []),
    ...(time === null ? ['time' as const] : []),
  ].map((field) => ({
    pointer: `#/${field}`,
    code: 'schedule_incomplete' as const,
    detail: `A scheduled post needs a ${field}.`,
  }));
  if (scheduledAt === null || scheduledAt.getTime() >= now.getTime() - SCHEDULE_GRACE_MS) return missing;
  const detail = `The date and time are in the past: ${scheduledAt.toISOString()}.`;
  return [...missing, { pointer: '#/date', code: 'schedule_in_past', detail }];
}

/** The part of it about what is sent and where to. */
export function readinessFindings(
  post: Pick<SchedulablePost, 'accounts' | 'versions' | 'retryAccounts'>,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
): ValidationIssue[] {
  const none: ValidationIssue = {
    pointer: '#/accounts',
    code: 'accounts_required',
    detail: 'A scheduled post needs at least one account.',
  };
  return [
    ...(post.accounts.length === 0 ? [none] : []),
    ...connectionFindings(post, accounts),
    ...emptyFindings(post),
    ...fileFindings(post, media),
    ...limitFindings(post, accounts, media),
  ];
}

/** Accounts of a post that cannot be posted to as they are: `account_not_connected` (G34). */
export function connectionFindings(
  post: Pick<SchedulablePost, 'accounts' | 'retryAccounts'>,
  accounts: readonly Pick<ScheduledAccount, 'id' | 'status'>[],
): ValidationIssue[] {
  const status = new Map(accounts.map((account) => [account.id, account.status]));
  return post.accounts.flatMap((id, index) => {
    const found = status.get(id);
    if (found === 'connected' || !goesTo(post)(id)) return [];
    const detail =
      found === undefined ? `Account ${id} no longer exists.` : `Account ${id} is ${WORDS[found]}.`;
    return [{ pointer: `#/accounts/${index}`, code: 'account_not_connected' as const, detail }];
  });
}

/** Where a post goes beyond what the networks take that it is still to go to (G37). */
export function limitFindings(
  post: Pick<SchedulablePost, 'accounts' | 'versions' | 'retryAccounts'>,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
): ValidationIssue[] {
  return networkFindings({ ...post, accounts: post.accounts.filter(goesTo(post)) }, accounts, media);
}

/** Of accounts that have the post already, nothing is asked: the next run passes them over (R28). */
function goesTo({ retryAccounts }: Pick<SchedulablePost, 'retryAccounts'>) {
  return (id: number) => retryAccounts === null || retryAccounts.includes(id);
}

const WORDS = { needs_reauth: 'no longer authorised; reconnect it', disabled: 'disabled' } as const;

/** Items without text, link or file (G36). */
function emptyFindings({ versions }: Pick<SchedulablePost, 'versions'>): ValidationIssue[] {
  return versions.flatMap(({ content }, version) =>
    content.flatMap((item, index) =>
      isEmpty(item)
        ? [
            {
              pointer: `#/versions/${version}/content/${index}`,
              code: 'content_empty' as const,
              detail: 'Add a text, a link or a media file.',
            },
          ]
        : [],
    ),
  );
}

/** Files that are gone, or were announced but never uploaded: no network could be given them. */
export function fileFindings(
  { versions }: Pick<SchedulablePost, 'versions'>,
  media: readonly Pick<ScheduledMedia, 'id' | 'state'>[],
): ValidationIssue[] {
  const states = new Map(media.map(({ id, state }) => [id, state]));
  return versions.flatMap(({ content }, version) =>
    content.flatMap((item, index) =>
      item.media.flatMap((id, place): ValidationIssue[] => {
        const state = states.get(id);
        if (state === 'ready') return [];
        const pointer = `#/versions/${version}/content/${index}/media/${place}`;
        return state === undefined
          ? [{ pointer, code: 'media_not_found', detail: `Media file ${id} no longer exists.` }]
          : [{ pointer, code: 'media_not_uploaded', detail: `Media file ${id} has not been uploaded yet.` }];
      }),
    ),
  );
}

function isEmpty({ body, url, media }: ContentItem): boolean {
  return (body === null || body.trim() === '') && url === null && media.length === 0;
}
