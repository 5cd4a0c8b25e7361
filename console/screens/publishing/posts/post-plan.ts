import type { components } from '#clients/typescript/schema.d.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { type PostDraft, requestOf } from './post-draft.ts';

export type NewPostBody = components['schemas']['CreatePostBody'];
type TimeBody = Pick<components['schemas']['SchedulePostBody'], 'date' | 'time' | 'timezone'>;
type ApproveBody = components['schemas']['ApprovePostBody'];

/** A day and a time in a time zone; empty if they are not set. */
export type ZonedTime = { readonly date: string; readonly time: string; readonly zone: string };

/** What happens to a new post. */
export type Plan = 'draft' | 'schedule' | 'queue' | 'now' | 'submit';

/** A new post, and what happens to it. */
export type NewPostDraft = PostDraft & { readonly plan: Plan; readonly zone: string };

/** When an approved post is published. */
export type ApprovalDraft = ZonedTime & { readonly at: 'proposed' | 'other' | 'queue' | 'now' };

/** Choices for a new post. The submit button has the text of the choice. */
export const PLANS: readonly (readonly [Plan, string])[] = [
  ['draft', 'Save the draft'],
  ['schedule', 'Schedule the post'],
  ['queue', 'Add to the queue'],
  ['now', 'Publish now'],
  ['submit', 'Submit for approval'],
];

/** The plans of a key. A key that may not publish can write drafts and submit them. */
export function plansOf(mayPublish: boolean): typeof PLANS {
  return mayPublish ? PLANS : PLANS.filter(([plan]) => plan === 'draft' || plan === 'submit');
}

/** Whether the fields of the post with this plan must have a time that is not in the past. */
export function needsTime({ plan }: Pick<NewPostDraft, 'plan'>): boolean {
  return plan === 'draft' || plan === 'schedule';
}

/**
 * The request that creates a post with its plan, so that a post that cannot be scheduled is not created. It names the time zone that the
 * screen shows, because another member can have changed that of the workspace since then.
 */
export function newPostRequest(draft: NewPostDraft, workspaceZone: string): NewPostBody {
  const body = requestOf(draft);
  const untimed = { ...body, date: null, time: null };
  switch (draft.plan) {
    case 'draft':
      // A draft may have only one of the two, which has no time zone.
      return body.date === null || body.time === null ? body : { ...body, timezone: workspaceZone };
    case 'schedule':
      return { ...body, timezone: draft.zone, schedule: true };
    case 'queue':
      return { ...untimed, queue: true };
    case 'now':
      return { ...untimed, schedule_now: true };
    default:
      // The request that submits the post proposes the time, which needs no permission to publish.
      return untimed;
  }
}

/** The fields of a request that choose a time, with the time zone that the screen shows. Empty fields are left out. */
export function timeBody({ date, time, zone }: ZonedTime): TimeBody {
  if (date === '' && time === '') return {};
  return { ...(date === '' ? {} : { date }), ...(time === '' ? {} : { time }), timezone: zone };
}

/** The request that approves a post. */
export function approvalBody(draft: ApprovalDraft): ApproveBody {
  switch (draft.at) {
    case 'proposed':
      return {};
    case 'queue':
      return { queue: true };
    case 'now':
      return { postNow: true };
    default:
      return timeBody(draft);
  }
}

/** The time zones to choose from: that of the workspace, and that of the browser if it is another one. */
export function zonesOf(
  workspaceZone: string,
  browserZone: string,
): readonly (readonly [zone: string, label: string])[] {
  const own = [workspaceZone, `${workspaceZone} (workspace)`] as const;
  return browserZone === workspaceZone ? [own] : [own, [browserZone, `${browserZone} (this browser)`]];
}

/** Whether an error says that the post is no longer as the person has read it. */
export function isOutdated(error: Error): boolean {
  return (
    error instanceof ApiProblemError &&
    (error.code === 'revision_mismatch' || error.code === 'concurrent_update')
  );
}
