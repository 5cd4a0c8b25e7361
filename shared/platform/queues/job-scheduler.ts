import type { SchedulerSender, SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import type { ScheduledJob, ScheduledResource } from '#shared/platform/core/scheduled-job.ts';
import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { createJobFiring } from './job-firing.ts';
import { createOneTimeSchedule, deleteOneTimeSchedule } from './one-time-schedule.ts';
import { unlessRejected } from './timer-rejection.ts';
import { workspaceMessage } from './workspace-message.ts';

/** The queue of the consumer of a resource. */
export type DueQueue = { readonly url: string; readonly arn: string; readonly deadLetterArn: string };

/** The queues, and the group and the role of the schedules that send to them. */
export type JobSchedulerTargets = {
  readonly queues: Readonly<Record<ScheduledResource, DueQueue>>;
  readonly group: string;
  readonly roleArn: string;
};

/**
 * Near times use delayed messages, far times one-time schedules. A schedule is named after resource, id and `seq`, so setting
 * it twice creates one. The consumer recognises a job that fires early, late or twice
 * (docs/failure-histories.md#early-late-or-repeated-schedules).
 */
export function createJobScheduler(
  sqs: SqsClient,
  scheduler: SchedulerSender,
  { queues, group, roleArn }: JobSchedulerTargets,
  queueDelayLimitSeconds: number,
): JobScheduler {
  return {
    ...createJobFiring(sqs, (resource) => queues[resource].url),

    set: (job, now) => unlessRejected(() => setTimer(job, now)),

    // A past job has fired or is already a message; neither can be cancelled.
    cancel: (job, now) =>
      unlessRejected(async () => {
        if (job.dueAt > now.getTime()) await deleteOneTimeSchedule(scheduler, group, toScheduleName(job));
      }),
  };

  async function setTimer(job: ScheduledJob, now: Date): Promise<void> {
    const { url, arn, deadLetterArn } = queues[job.resource];
    const delaySeconds = secondsUntil(new Date(job.dueAt), now);
    if (delaySeconds <= queueDelayLimitSeconds) {
      await sqs.send(
        new SendMessageCommand({ QueueUrl: url, ...workspaceMessage(job), DelaySeconds: delaySeconds }),
      );
    } else {
      const target = { group, roleArn, queueArn: arn, deadLetterArn };
      const at = new Date(job.dueAt);
      const schedule = { name: toScheduleName(job), at, input: job };
      await createOneTimeSchedule(scheduler, target, schedule);
    }
  }
}

function toScheduleName({ resource, id, seq }: ScheduledJob): string {
  return `${resource}-${id}-${seq}`;
}
