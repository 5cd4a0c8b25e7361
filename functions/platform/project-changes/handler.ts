import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AuditStore } from '#shared/platform/audit/audit-store.ts';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';
import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import type { PlannedJob, StreamChange } from '#shared/platform/core/stream-change.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

/** Timers set or cancelled concurrently: a change of the time zone reschedules hundreds of posts. */
const AT_ONCE = 10;

const PROJECTED = {
  code: 'CHANGES_PROJECTED',
  message: 'Schedules created and entries added to the audit log',
};
const PROJECTION_FAILED = {
  code: 'PROJECTION_FAILED',
  message: 'Changes could not be processed; the batch will be retried',
};
const QUARANTINED = { code: 'CHANGE_QUARANTINED', message: 'Record could not be parsed and was quarantined' };
const REJECTED = {
  code: 'TIMER_REJECTED',
  message: 'Schedule was rejected and its record quarantined; the sweep finds the job',
};

type Dependencies = {
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

type Read = { readonly record: DynamoDBRecord; readonly value?: StreamChange; readonly error?: unknown };
type RejectedRecord = {
  readonly record: DynamoDBRecord;
  readonly error: unknown;
  readonly line: typeof QUARANTINED;
};

/**
 * Processes the changes of stored items: schedules jobs and adds audit entries. It runs after the write, so that a crash
 * directly after the write loses nothing (docs/specification.md#timers). Idempotent. A permanently rejected record does not
 * hold up others, because the stream is shared by all workspaces.
 */
export function createHandler({ timers, audit, quarantine, readRecord, clock, log }: Dependencies) {
  return async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const read = records.map((record): Read => ({ record, ...attempt(() => readRecord(record)) }));
    const rescheduled = read.filter(({ value }) => value && scheduleChanged(value.due));
    const entries = read.flatMap(({ value }) => value?.entry ?? []);
    try {
      const rejected = await bothSettled(updateTimers(rescheduled, clock()), audit.add(entries));
      for (const { record, error, line } of [...read.flatMap(unreadable), ...rejected]) {
        await quarantine(record);
        log.error(line, { sequence_number: record.dynamodb?.SequenceNumber, ...describeError(error) });
      }
      log.info(PROJECTED, { records: records.length, timers: rescheduled.length, entries: entries.length });
      return { batchItemFailures: [] };
    } catch (error) {
      log.error(PROJECTION_FAILED, { records: records.length, ...describeError(error) });
      return retryFrom(records[0]);
    }
  };

  /** Sets the timers and returns the records whose timers were rejected. */
  async function updateTimers(rescheduled: readonly Read[], now: Date): Promise<RejectedRecord[]> {
    const rejected: RejectedRecord[] = [];
    for (let start = 0; start < rescheduled.length; start += AT_ONCE) {
      const group = rescheduled.slice(start, start + AT_ONCE);
      const rejections = await Promise.all(group.map((each) => updateTimer(each, now)));
      rejected.push(...rejections.flat());
    }
    return rejected;
  }

  async function updateTimer({ record, value }: Read, now: Date): Promise<RejectedRecord[]> {
    const { before, after } = value?.due ?? { before: null, after: null };
    try {
      // The new timer first: a crash in between leaves an outdated timer, which does nothing when it fires.
      if (after?.timer) await timers.set(after.job, now);
      if (before?.timer) await timers.cancel(before.job, now);
      return [];
    } catch (error) {
      if (error instanceof TimerRejectedError) return [{ record, error: error.cause, line: REJECTED }];
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

function unreadable({ record, value, error }: Read): RejectedRecord[] {
  return value === undefined ? [{ record, error, line: QUARANTINED }] : [];
}

/** Whether the schedule changed: an edit that keeps it must not set its timer again. */
function scheduleChanged({ before, after }: StreamChange['due']): boolean {
  return !isSame(before, after) && (before?.timer === true || after?.timer === true);
}

function isSame(before: PlannedJob | null, after: PlannedJob | null): boolean {
  return before?.job.seq === after?.job.seq && before?.job.due_at === after?.job.due_at;
}

/** The stream resumes at the lowest failed record, so returning the first record retries the whole batch. */
function retryFrom(record: DynamoDBRecord | undefined): DynamoDBBatchResponse {
  return { batchItemFailures: [{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? '' }] };
}

function attempt<T>(read: () => T): { value?: T; error?: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}
