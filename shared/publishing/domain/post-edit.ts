import type { Post, PostBody } from './post.ts';

/** When a body's date and time are: the zone they were read in, and the instant, null while one of them is missing. */
export type PostTime = { readonly timezone: string; readonly scheduledAt: Date | null };

/** A post as it is created: a draft, whatever its date and time say (specification: scheduling is an operation of its own). */
export function newPost(
  identity: Pick<Post, 'id' | 'workspaceId'>,
  body: PostBody,
  time: PostTime,
  now: Date,
): Post {
  return {
    ...identity,
    ...body,
    ...time,
    status: 'draft',
    run: null,
    runs: 0,
    retryAccounts: null,
    keptInstant: false,
    publishedAt: null,
    trashedAt: null,
    due: null,
    dueSeq: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The post with all that an update sets replaced (specification, Update a post). Left without accounts or without date and
 * time it is a draft again; otherwise its status stays, a published post's too (G27). A plan that no longer holds is moved or
 * cancelled under a new `seq`, so that a timer of the old one does nothing (G45, R30).
 */
export function replaceBody(before: Post, body: PostBody, time: PostTime, now: Date): Post {
  const kept = keepsInstant(before, body);
  const scheduledAt = kept ? before.scheduledAt : time.scheduledAt;
  const status = isSchedulable(body) ? before.status : 'draft';
  const after: Post = {
    ...before,
    ...body,
    timezone: kept ? before.timezone : time.timezone,
    scheduledAt,
    keptInstant: kept,
    status,
    retryAccounts: status === 'draft' ? null : retriedOf(before, body),
    revision: before.revision + 1,
    updatedAt: now,
  };
  return { ...after, ...planOf(before, after) };
}

/** Whether date and time are both set: what the permission and the schedule ask for (G25, G26). */
export function isTimed({ date, time }: Pick<PostBody, 'date' | 'time'>): boolean {
  return date !== null && time !== null;
}

/** Whether a post with this body can be anything but a draft. */
function isSchedulable(body: PostBody): boolean {
  return body.accounts.length > 0 && isTimed(body);
}

/** An instant that was kept through a change of the zone is kept as long as nobody sets another time (R29). */
function keepsInstant(before: Post, { date, time }: PostBody): boolean {
  return before.keptInstant && before.date === date && before.time === time;
}

/** Of the accounts that failed, those that are still there; accounts added since have had nothing yet, so they go too. */
function retriedOf({ accounts, retryAccounts }: Post, body: PostBody): Post['retryAccounts'] {
  if (retryAccounts === null) return null;
  return body.accounts.filter((id) => retryAccounts.includes(id) || !accounts.includes(id));
}

function planOf(before: Post, after: Post): Pick<Post, 'due' | 'dueSeq'> {
  const at = after.status === 'scheduled' ? after.scheduledAt : null;
  if (before.due?.at.getTime() === at?.getTime()) return { due: before.due, dueSeq: before.dueSeq };
  const dueSeq = before.dueSeq + 1;
  return { due: at && { at, seq: dueSeq, timer: true }, dueSeq };
}
