import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import type { ScheduledJob, ScheduledResource } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';

export type DueMessage = { readonly job: ScheduledJob; readonly delaySeconds: number };
export type DueSchedule = { readonly name: string; readonly at: Date; readonly job: ScheduledJob };

export type MemoryJobScheduler = JobScheduler & {
  /** Messages by the queue of their resource, in the order in which they were sent. */
  readonly queued: Record<ScheduledResource, DueMessage[]>;
  readonly schedules: DueSchedule[];
  /** Makes every call fail until `repair`. */
  breakDown(): void;
  repair(): void;
};

/** A job scheduler in memory: near jobs become messages, later ones schedules, one for each resource and plan. */
export function createMemoryJobScheduler(queueDelayLimitSeconds = MAX_DELAY_SECONDS): MemoryJobScheduler {
  const queued: MemoryJobScheduler['queued'] = {
    post: [],
    broadcast: [],
    broadcast_run: [],
    broadcast_estimate: [],
    workspace: [],
    account: [],
    message: [],
    calendar: [],
    contact_import: [],
    post_removal: [],
    media: [],
    account_tokens: [],
  };
  const schedules: DueSchedule[] = [];
  let isDown = false;

  function requireUp(): void {
    if (isDown) throw new Error('The timers are down');
  }

  return {
    queued,
    schedules,

    async set(job, now) {
      requireUp();
      const delaySeconds = Math.max(0, Math.ceil((job.dueAt - now.getTime()) / 1000));
      if (delaySeconds <= queueDelayLimitSeconds) {
        queued[job.resource].push({ job, delaySeconds });
      } else if (!schedules.some(({ name }) => name === nameOf(job))) {
        const at = new Date(Math.ceil(job.dueAt / MINUTE_MS) * MINUTE_MS);
        schedules.push({ name: nameOf(job), at, job });
      }
    },

    async cancel(job, now) {
      requireUp();
      const index = schedules.findIndex(({ name }) => name === nameOf(job));
      if (index >= 0 && job.dueAt > now.getTime()) schedules.splice(index, 1);
    },

    async fire(jobs) {
      requireUp();
      for (const job of jobs) queued[job.resource].push({ job, delaySeconds: 0 });
    },

    breakDown() {
      isDown = true;
    },
    repair() {
      isDown = false;
    },
  };
}

function nameOf({ resource, id, seq }: ScheduledJob): string {
  return `${resource}-${id}-${seq}`;
}
