import * as v from 'valibot';

/**
 * Resources with scheduled jobs. The job of a workspace recomputes its posts (docs/specification/workspaces.md#time-zone-change); the job
 * of an account removes a disconnected account from posts. The job of a message sends it, or ends its lease. The job of a calendar
 * announces the dates of contacts (docs/specification/messaging.md#dates-of-contacts); the job of a broadcast run sends to its next recipients;
 * the job of an estimate counts its next contacts; the job of an import processes its next lines. The job of
 * a post removal removes a deleted post from the networks; the job of a media file downloads it. The job of the tokens of an account
 * renews them before they expire.
 */
export const SCHEDULED_RESOURCES = [
  'post',
  'broadcast',
  'broadcast_run',
  'broadcast_estimate',
  'workspace',
  'account',
  'message',
  'calendar',
  'contact_import',
  'post_removal',
  'media',
  'account_tokens',
] as const;

/** The kind of a resource; it selects the queue of a job. */
export type ScheduledResource = (typeof SCHEDULED_RESOURCES)[number];

/**
 * The next scheduled job of a resource, stored with the resource. Every change increments `seq`, so that a timer from
 * before the change is recognised and ignored (docs/specification/publishing.md#timers).
 */
export type NextJob = {
  readonly at: Date;
  readonly seq: number;
  /** Whether it gets a timer. Otherwise only the minute sweep finds it, about two minutes late: enough for a watchdog. */
  readonly timer: boolean;
};

/** The message of a scheduled job. It can be received twice, late, early, or after the job has changed. */
export const scheduledJobSchema = v.object({
  resource: v.picklist(SCHEDULED_RESOURCES),
  id: v.string(),
  workspaceId: v.string(),
  /** The `seq` of the job when the message was created. */
  seq: v.number(),
  /** Milliseconds since the epoch. */
  dueAt: v.number(),
});

/** A parsed message of a scheduled job. */
export type ScheduledJob = v.InferOutput<typeof scheduledJobSchema>;

/** Fields of every log line about the message of a scheduled job. */
export function logFieldsDue({ resource, id, workspaceId, seq }: ScheduledJob) {
  return { [`${resource}_id`]: id, workspace_id: workspaceId, seq };
}
