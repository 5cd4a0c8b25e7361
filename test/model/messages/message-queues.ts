import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import type { Publication } from '#local/messaging/accepted-message.ts';
import { createEventRoutes } from '#local/messaging/event-routes.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { type ScheduledJob, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Faults } from '#test/model/faults.ts';
import type { Process } from '#test/model/process.ts';
import { createSimQueue } from '#test/model/sim-queue.ts';
import type { Timeline } from '#test/model/timeline.ts';
import type { MessageLedger } from './message-ledger.ts';
import { MESSAGE_TIMES } from './settings.ts';

type Consume = (process: Process, event: SQSEvent) => Promise<SQSBatchResponse>;

/** Minutes after which the sweep counts a job as lost (docs/specification/publishing.md#timers). */
const OVERDUE_MS = 2 * MINUTE_MS;
/** The longest delay of a message in SQS; longer ones use a schedule. */
const QUEUE_DELAY_MS = 900_000;

const jobText = v.pipe(v.string(), v.parseJson(), scheduledJobSchema);

const routes = createEventRoutes({
  eventRules: [{ pattern: '{"source":["aws.sms-voice","aws.social-messaging"]}', queueNames: ['receipts'] }],
  subscriptions: [
    { topicArn: 'arn:aws:sns:us-east-1:000000000000:messages', queueName: 'receipts', isRaw: false },
  ],
});

export type MessageQueues = ReturnType<typeof createMessageQueues>;

/** The queue of jobs with its timers and its sweep, and the queue of receipts with the rule and the topic before it. */
export function createMessageQueues(options: {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly ledger: MessageLedger;
  readonly startProcess: (name: string) => Process;
  readonly deliver: Consume;
  readonly record: Consume;
  /** The stored message now. */
  readonly find: (job: Pick<ScheduledJob, 'workspaceId' | 'id'>) => Message | undefined;
  /** Whether the sweep runs. */
  readonly sweeps: boolean;
}) {
  const { timeline, faults, ledger, startProcess, find } = options;
  const lost = new Set<string>();
  const base = { timeline, faults, visibilityMs: MESSAGE_TIMES.visibilityMs, mayLose: true };
  const jobs = createSimQueue({
    ...base,
    name: 'job queue',
    startProcess: () => startProcess('deliver'),
    consume: options.deliver,
    nameOf: (body) => {
      const job = v.safeParse(jobText, body);
      return job.success ? `${ledger.nick(job.output.id)}.${job.output.seq}` : 'a job';
    },
    onMishap: () => undefined,
  });
  const receipts = createSimQueue({
    ...base,
    name: 'receipt queue',
    startProcess: () => startProcess('record'),
    consume: options.record,
    nameOf: (body) => `a receipt of ${body.length} characters`,
    onMishap: (body, mishap) => {
      if (mishap === 'lost') lost.add(body);
    },
  });
  const all = [jobs, receipts];
  let restsUntil = 0;

  /** Sends the job of a message if it is still the current one. */
  function fire(job: ScheduledJob): boolean {
    if (find(job)?.due?.seq !== job.seq) return false;
    jobs.send(JSON.stringify(job));
    return true;
  }

  function sweepLater(job: ScheduledJob, at: number): void {
    const from = Math.max(at, restsUntil);
    timeline.after(from - timeline.now() + faults.delays.between(0, MINUTE_MS), () => {
      if (timeline.now() < restsUntil) return sweepLater(job, restsUntil);
      if (fire(job)) sweepLater(job, timeline.now() + MINUTE_MS);
    });
  }

  return {
    /** The stream record of a write: it sets the timer of the next job, unless the record or the timer is lost. */
    plan(message: Message): void {
      const { id, workspaceId, due } = message;
      if (due === null) return;
      const dueAt = due.at.getTime();
      const job: ScheduledJob = { resource: 'message', id, workspaceId, seq: due.seq, dueAt };
      if (options.sweeps) sweepLater(job, dueAt + OVERDUE_MS);
      if (!due.timer || faults.hits('loss')) return;
      const delay = Math.max(0, dueAt - timeline.now());
      if (delay <= QUEUE_DELAY_MS) jobs.send(JSON.stringify(job), Math.ceil(delay / 1000));
      else timeline.after(delay + faults.delays.between(0, MINUTE_MS), () => void fire(job));
    },

    /** Sends a publication to the queue of receipts, as EventBridge or SNS does. */
    publish(publication: Publication): readonly string[] {
      const bodies = routes(publication).map(({ body }) => body);
      for (const body of bodies) receipts.send(body);
      return bodies;
    },

    queue: {
      sendLater: async (job: ScheduledJob, delaySeconds: number) =>
        jobs.send(JSON.stringify(job), delaySeconds),
    },
    isLost: (body: string) => lost.has(body),
    deadLetters: () => all.reduce((sum, { deadLetters }) => sum + deadLetters.length, 0),
    redrive: () => {
      for (const queue of all) queue.redrive();
    },
    rest(until: number): void {
      restsUntil = until;
      for (const queue of all) queue.rest(until);
    },
  };
}
