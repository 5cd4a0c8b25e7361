import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { Post } from './post.ts';
import {
  connectionIssues,
  fileIssues,
  limitIssues,
  type ScheduledAccount,
  type ScheduledMedia,
} from './schedule-conditions.ts';

/** A problem that could prevent publishing, or surprise the author. A warning never rejects a request. */
export type PostWarning = { readonly pointer: string; readonly code: string; readonly detail: string } & {
  readonly [extra: string]: unknown;
};

/** How many warnings a response has at most; `warnings_total` counts the others. */
export const MAX_WARNINGS = 50;

/** The warnings of a post, all of them. A post that is published or in the trash has none, because the author cannot act on them. */
export function postWarnings(
  post: Post,
  accounts: readonly ScheduledAccount[],
  media: readonly ScheduledMedia[],
): PostWarning[] {
  if (post.status === 'published' || post.trashedAt !== null) return [];
  return [
    ...(post.keptInstant ? [KEPT_INSTANT] : []),
    ...connectionIssues(post, accounts).map(toWarning),
    ...fileIssues(post, media).map(toWarning),
    ...limitIssues(post, accounts, media).map(toWarning),
  ];
}

const KEPT_INSTANT: PostWarning = {
  pointer: '#/date',
  code: 'kept_instant',
  detail:
    'In the new time zone of the workspace, this date and time would have been in the past. The post ' +
    'keeps its previous timestamp.',
};

/** A problem that scheduling would return, as a warning. */
export function toWarning({ pointer = '#', ...issue }: ValidationIssue): PostWarning {
  return { pointer, ...issue };
}
