import { etagOf, type ListedPost } from '#console/screens/publishing/post-reads.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { draftOf, requestOf } from './post-draft.ts';

/** A day and a time in the time zone of the workspace. */
export type Slot = { readonly date: string; readonly time: string };

/** Why a post cannot be moved; undefined if it can. */
export function whyNotMovable({ status_name: status, publishing, trashed }: ListedPost): string | undefined {
  if (trashed) return 'The post is in the trash.';
  if (publishing) return 'The post is being published.';
  return status === 'published' ? 'The post is already published.' : undefined;
}

/** Whether a post is scheduled by an approval, which does not cover another time. */
export function isApproved({ status_name: status, approval }: ListedPost): boolean {
  return status === 'scheduled' && approval?.state === 'approved';
}

/** Why a post cannot be moved to a day; undefined if it can. A draft may lie in the past, because nothing publishes it. */
export function whyNotTo(
  day: string,
  { status_name: status }: ListedPost,
  today: string,
): string | undefined {
  return status === 'scheduled' && day < today
    ? 'A scheduled post cannot be moved into the past. Choose today or a later day.'
    : undefined;
}

/**
 * Gives a post another day and time, and keeps everything else as the person has seen it. A scheduled post stays scheduled.
 * @throws ApiProblemError `revision_mismatch` if the post has changed since then
 */
export async function movePost(
  { api, me }: Pick<Session, 'api' | 'me'>,
  seen: ListedPost,
  { date, time }: Slot,
): Promise<void> {
  const params = {
    path: { workspace: me.workspace.id, post: seen.id },
    header: { 'If-Match': etagOf(seen) },
  };
  const body = requestOf({ ...draftOf(seen), date, time });
  await bodyOf(api.PUT('/os/api/{workspace}/posts/{post}', { params, body }));
}
