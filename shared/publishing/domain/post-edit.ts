import { nextPostState } from './post-state.ts';
import type { Post, PostBody, PostStatus } from './post.ts';

/** The time zone in which date and time were interpreted, and the timestamp; null if date or time is missing. */
export type PostTime = { readonly timezone: string; readonly scheduledAt: Date | null };

/** A new post. It is a draft even with a date and time, because scheduling is a separate operation. */
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
    heldAccounts: [],
    approval: null,
    queued: false,
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
 * Replaces the post with the body of an update (docs/specification/publishing.md#updating-a-post). Without accounts, or without date and
 * time, the post becomes a draft; otherwise it keeps its status, even `published`. An edit of an approved post voids the
 * approval. A schedule that no longer applies is moved or cancelled under a new `seq`, so that the previous timer has no effect.
 */
export function replaceBody(
  before: Post,
  body: PostBody,
  time: PostTime,
  now: Date,
  trigger: 'update' | 'detach' = 'update',
): Post {
  const kept = keepsInstant(before, body);
  const scheduledAt = kept ? before.scheduledAt : time.scheduledAt;
  const status = nextPostState(trigger, before, statusAfterEdit(before, body, trigger));
  const after: Post = {
    ...before,
    ...body,
    timezone: kept ? before.timezone : time.timezone,
    scheduledAt,
    keptInstant: kept,
    status,
    retryAccounts: status === 'draft' ? null : nextRetryAccounts(before, body),
    heldAccounts: status === 'draft' ? [] : before.heldAccounts.filter((id) => body.accounts.includes(id)),
    approval: approvalAfterEdit(before, status),
    queued:
      before.queued && status === 'scheduled' && scheduledAt?.getTime() === before.scheduledAt?.getTime(),
    revision: before.revision + 1,
    updatedAt: now,
  };
  return { ...after, ...scheduleAfterEdit(before, after) };
}

/** Whether date and time are both set; a schedule needs both (docs/specification/publishing.md#incomplete-schedule). */
export function isTimed({ date, time }: Pick<PostBody, 'date' | 'time'>): boolean {
  return date !== null && time !== null;
}

/** Whether a post with this body can have a status other than draft. */
function isSchedulable(body: PostBody): boolean {
  return body.accounts.length > 0 && isTimed(body);
}

function statusAfterEdit(before: Post, body: PostBody, trigger: 'update' | 'detach'): PostStatus {
  // A post that waits for approval needs no time: the member who approves it may choose one.
  if (before.status === 'needs_approval') return body.accounts.length > 0 ? 'needs_approval' : 'draft';
  if (!isSchedulable(body)) return 'draft';
  const isVoid =
    trigger === 'update' &&
    before.status === 'scheduled' &&
    before.approval?.state === 'approved' &&
    isChanged(before, body);
  return isVoid ? 'needs_approval' : before.status;
}

/** Whether an edit changes the content, the time or the accounts of a post. Tags are not published, so they do not count. */
function isChanged(before: Post, body: PostBody): boolean {
  const shown = ({ accounts, date, time, versions }: PostBody): string =>
    JSON.stringify([accounts, date, time, versions]);
  return shown(before) !== shown(body);
}

function approvalAfterEdit({ status: from, approval }: Post, status: PostStatus): Post['approval'] {
  if (status === 'draft' && from !== 'draft') return null;
  if (approval === null || status !== 'needs_approval') return approval;
  return { ...approval, state: 'requested', decidedAt: null, decidedBy: null };
}

/** A post that kept its timestamp after a time zone change keeps it until a request sets another date or time. */
function keepsInstant(before: Post, { date, time }: PostBody): boolean {
  return before.keptInstant && before.date === date && before.time === time;
}

/** The accounts that failed and are still selected, plus the accounts added since, which have not received the post yet. */
function nextRetryAccounts({ accounts, retryAccounts }: Post, body: PostBody): Post['retryAccounts'] {
  if (retryAccounts === null) return null;
  return body.accounts.filter((id) => retryAccounts.includes(id) || !accounts.includes(id));
}

function scheduleAfterEdit(before: Post, after: Post): Pick<Post, 'due' | 'dueSeq'> {
  const at = after.status === 'scheduled' ? after.scheduledAt : null;
  if (before.due?.at.getTime() === at?.getTime()) return { due: before.due, dueSeq: before.dueSeq };
  const dueSeq = before.dueSeq + 1;
  return { due: at && { at, seq: dueSeq, timer: true }, dueSeq };
}
