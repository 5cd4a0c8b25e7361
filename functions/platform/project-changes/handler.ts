import type { DynamoDBRecord } from 'aws-lambda';
import type { AuditStore } from '#shared/platform/audit/audit-store.ts';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';
import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import type { PlannedJob, StreamChange } from '#shared/platform/core/stream-change.ts';
import {
  type ParsedRecord,
  type RejectedRecord,
  streamConsumer,
} from '#shared/platform/queues/stream-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

/** Timers set or cancelled concurrently: a change of the time zone reschedules hundreds of posts. */
const AT_ONCE = 10;

const MESSAGES = {
  processed: {
    code: 'CHANGES_PROJECTED',
    message: 'Schedules created and entries added to the audit log',
  },
  failed: { code: 'PROJECTION_FAILED', message: 'Changes could not be processed; the batch will be retried' },
  quarantined: { code: 'CHANGE_QUARANTINED', message: 'Record could not be parsed and was quarantined' },
};
const REJECTED = {
  code: 'TIMER_REJECTED',
  message: 'Schedule was rejected and its record quarantined; the sweep finds the job',
};

export type Dependencies = {
  readonly timers: Pick<JobScheduler, 'set' | 'cancel'>;
  readonly audit: Pick<AuditStore, 'add'>;
  /**
   * Keeps a complete record that cannot be processed, so that it neither blocks the stream nor gets lost
   * (docs/failure-histories.md#stream-outage).
   */
  readonly quarantine: (record: DynamoDBRecord) => Promise<void>;
  readonly readRecord: (record: DynamoDBRecord) => StreamChange;
  readonly clock: Clock;
  readonly log: Log;
};

type Change = ParsedRecord<StreamChange>;

/**
 * Processes the changes of stored items: schedules jobs and adds audit entries. It runs after the write, so that a crash
 * directly after the write loses nothing (docs/specification.md#timers). Idempotent. A permanently rejected record does not
 * hold up others, because the stream is shared by all workspaces.
 */
export function createHandler({ timers, audit, clock, ...parts }: Dependencies) {
  return streamConsumer({ ...parts, messages: MESSAGES }, async (parsed) => {
    const moved = parsed.filter(({ value }) => scheduleChanged(value.due));
    const entries = parsed.flatMap(({ value }) => value.entry ?? []);
    const rejected = await bothSettled(followAll(moved, clock()), audit.add(entries));
    return { counts: { timers: moved.length, entries: entries.length }, rejected };
  });

  /** The records whose timers are rejected. */
  async function followAll(moved: readonly Change[], now: Date): Promise<RejectedRecord[]> {
    const rejected: RejectedRecord[] = [];
    for (let start = 0; start < moved.length; start += AT_ONCE) {
      const group = moved.slice(start, start + AT_ONCE);
      const met = await Promise.all(group.map((each) => follow(each, now)));
      rejected.push(...met.flat());
    }
    return rejected;
  }

  async function follow({ record, value }: Change, now: Date): Promise<RejectedRecord[]> {
    const { before, after } = value.due;
    try {
      // The new timer first: a crash in between leaves an outdated timer, which does nothing when it fires.
      if (after?.timer) await timers.set(after.job, now);
      if (before?.timer) await timers.cancel(before.job, now);
      return [];
    } catch (error) {
      if (error instanceof TimerRejectedError) return [{ record, error: error.cause, message: REJECTED }];
      throw error;
    }
  }
}

/** Waits for both before it fails, so that neither is abandoned. @throws the error of the first one that failed */
async function bothSettled<T>(one: Promise<T>, other: Promise<unknown>): Promise<T> {
  await Promise.allSettled([one, other]);
  await other;
  return one;
}

/** Whether the schedule changed: an edit that keeps it must not set its timer again. */
function scheduleChanged({ before, after }: StreamChange['due']): boolean {
  return !isSame(before, after) && (before?.timer === true || after?.timer === true);
}

function isSame(before: PlannedJob | null, after: PlannedJob | null): boolean {
  return before?.job.seq === after?.job.seq && before?.job.dueAt === after?.job.dueAt;
}
