import type { components } from '#clients/typescript/schema.d.ts';
import { etagOf, type ListedPost, POSTS } from '#console/screens/publishing/post-reads.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import type { Once } from '#console/session/use-command.ts';
import {
  type ApprovalDraft,
  approvalBody,
  type NewPostDraft,
  timeBody,
  type ZonedTime,
} from './post-plan.ts';

type ScheduleBody = components['schemas']['SchedulePostBody'];
type Caller = Pick<Session, 'api' | 'me'>;

/** How a command is sent: once, and only if the post is still as the person has seen it. */
type Sending = { readonly once?: Once; readonly seen?: ListedPost };

/** Schedules a post for its own day and time. @throws ApiProblemError `revision_mismatch` if it has changed since it was seen */
export function schedule(caller: Caller, post: string, sending: Sending): Promise<unknown> {
  return postSchedule(caller, post, {}, sending);
}

/** Schedules a post for another day and time, which replace its own. Throws like `schedule`. */
export function scheduleAt(
  caller: Caller,
  post: string,
  at: ZonedTime,
  sending: Sending = {},
): Promise<unknown> {
  return postSchedule(caller, post, timeBody(at), sending);
}

/** Throws like `schedule`. */
export function publishNow(caller: Caller, post: string, sending: Sending = {}): Promise<unknown> {
  return postSchedule(caller, post, { postNow: true }, sending);
}

/** Schedules a post for the next free slot of the posting queue. Throws like `schedule`. */
export function addToQueue({ api, me }: Caller, post: string, sending: Sending = {}): Promise<unknown> {
  const request = { params: paramsOf(me, post, sending), ...sent(sending.once) };
  return bodyOf(api.POST(`${POSTS}/add-to-queue/{post}`, request));
}

function postSchedule(
  { api, me }: Caller,
  post: string,
  body: ScheduleBody,
  sending: Sending,
): Promise<unknown> {
  const request = { params: paramsOf(me, post, sending), ...sent(sending.once), body };
  return bodyOf(api.POST(`${POSTS}/schedule/{post}`, request));
}

/** Submits a post for approval. An empty time proposes none. */
export function submit({ api, me }: Caller, post: string, at: ZonedTime, headers?: Once): Promise<unknown> {
  const body = timeBody(at);
  return bodyOf(
    api.POST(`${POSTS}/submit/{post}`, { params: { path: pathOf(me, post) }, ...sent(headers), body }),
  );
}

/** Approves a post as the person has seen it. @throws ApiProblemError `revision_mismatch` if it has changed since then */
export function approve(
  { api, me }: Caller,
  seen: ListedPost,
  draft: ApprovalDraft,
  headers: Once,
): Promise<unknown> {
  const params = { path: pathOf(me, seen.id), header: { 'If-Match': etagOf(seen) } };
  const body = approvalBody(draft);
  return bodyOf(api.POST(`${POSTS}/approve/{post}`, { params, headers, body }));
}

/** Returns a post to its author. */
export function returnToAuthor(
  { api, me }: Caller,
  post: string,
  note: string,
  headers: Once,
): Promise<unknown> {
  const body = { note: note.trim() || null };
  return bodyOf(api.POST(`${POSTS}/return/{post}`, { params: { path: pathOf(me, post) }, headers, body }));
}

/** Publishes a failed post again to one of the accounts on which it failed. */
export function retry({ api, me }: Caller, post: string, account: number, headers: Once): Promise<unknown> {
  const params = { path: { ...pathOf(me, post), account } };
  return bodyOf(api.POST(`${POSTS}/retry/{post}/{account}`, { params, headers }));
}

/** Does to a stored draft what its plan says. */
export async function carryOut(caller: Caller, post: string, draft: NewPostDraft): Promise<void> {
  if (draft.plan === 'schedule') await scheduleAt(caller, post, draft);
  if (draft.plan === 'now') await publishNow(caller, post);
  if (draft.plan === 'queue') await addToQueue(caller, post);
  if (draft.plan === 'submit') await submit(caller, post, draft);
}

function paramsOf(me: Caller['me'], post: string, { seen }: Sending) {
  const path = pathOf(me, post);
  return seen ? { path, header: { 'If-Match': etagOf(seen) } } : { path };
}

function pathOf(me: Caller['me'], post: string): { readonly workspace: string; readonly post: string } {
  return { workspace: me.workspace.id, post };
}

function sent(headers: Once | undefined): { readonly headers?: Once } {
  return headers ? { headers } : {};
}
