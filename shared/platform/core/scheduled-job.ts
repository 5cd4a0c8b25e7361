import * as v from 'valibot';

/**
 * Kinds of things that the platform itself acts on when their time has come: of a workspace it computes posts again (R29), and
 * takes an account that was disconnected off them.
 */
export const SCHEDULED_RESOURCES = ['post', 'broadcast', 'workspace', 'account'] as const;

export type ScheduledResource = (typeof SCHEDULED_RESOURCES)[number];

/**
 * When the platform has to look at a thing next, stored with the thing. `seq` moves on with every change of it, so that what
 * fires for an earlier plan is recognised and does nothing (R30).
 */
export type Due = {
  readonly at: Date;
  readonly seq: number;
  /** Whether it gets a timer; otherwise only the minute sweep finds it, some two minutes late: enough for a watchdog. */
  readonly timer: boolean;
};

/** The message that says a thing's time has come. It can come twice, late, early, or for a plan that is no more. */
export const scheduledJobSchema = v.object({
  resource: v.picklist(SCHEDULED_RESOURCES),
  id: v.string(),
  workspace_id: v.string(),
  /** Of the plan it was made for. */
  seq: v.number(),
  /** Milliseconds since the epoch. */
  due_at: v.number(),
});

export type ScheduledJob = v.InferOutput<typeof scheduledJobSchema>;

/** What every log line about the message of a consumer of due things holds. */
export function logFieldsDue({ resource, id, workspace_id, seq }: ScheduledJob) {
  return { [`${resource}_id`]: id, workspace_id, seq };
}
