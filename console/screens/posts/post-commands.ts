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
import { etagOf, type ListedPost, POSTS } from './post-reads.ts';

type Caller = Pick<Session, 'api' | 'me'>;

/** Schedules a post for its own day and time. */
export function schedule({ api, me }: Caller, post: string, headers: Once): Promise<unknown> {
  return bodyOf(
    api.POST(`${POSTS}/schedule/{post}`, { params: { path: pathOf(me, post) }, headers, body: {} }),
  );
}

/** Schedules a post for another day and time, which replace its own. */
export function scheduleAt(
  { api, me }: Caller,
  post: string,
  at: ZonedTime,
  headers?: Once,
): Promise<unknown> {
  const body = timeBody(at);
  return bodyOf(
    api.POST(`${POSTS}/schedule/{post}`, { params: { path: pathOf(me, post) }, ...sent(headers), body }),
  );
}

export function publishNow({ api, me }: Caller, post: string, headers?: Once): Promise<unknown> {
  const body = { postNow: true };
  return bodyOf(
    api.POST(`${POSTS}/schedule/{post}`, { params: { path: pathOf(me, post) }, ...sent(headers), body }),
  );
}

/** Schedules a post for the next free slot of the posting queue. */
export function addToQueue({ api, me }: Caller, post: string, headers?: Once): Promise<unknown> {
  const params = { path: pathOf(me, post) };
  return bodyOf(api.POST(`${POSTS}/add-to-queue/{post}`, { params, ...sent(headers) }));
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

function pathOf(me: Caller['me'], post: string): { readonly workspace: string; readonly post: string } {
  return { workspace: me.workspace.id, post };
}

function sent(headers: Once | undefined): { readonly headers?: Once } {
  return headers ? { headers } : {};
}
