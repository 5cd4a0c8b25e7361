import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AuditStore } from '#shared/platform/audit/audit-store.ts';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';
import type { JobScheduler } from '#shared/platform/core/job-scheduler.ts';
import type { PlannedJob, StreamChange } from '#shared/platform/core/stream-change.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

/** Timers set or cancelled at once: a change of a time zone moves hundreds of posts. */
const AT_ONCE = 10;

const FOLLOWED = {
  code: 'CHANGES_PROJECTED',
  message: 'Schedules created and entries added to the audit log',
};
const PROJECTION_FAILED = {
  code: 'PROJECTION_FAILED',
  message: 'Changes could not be processed; the batch is read again',
};
const QUARANTINED = { code: 'CHANGE_QUARANTINED', message: 'Record cannot be parsed and was quarantined' };
const REFUSED = {
  code: 'TIMER_REJECTED',
  message: 'Schedule was rejected and its record quarantined; the sweep finds the job',
};

type Dependencies = {
  readonly timers: Pick<JobScheduler, 'set' | 'cancel'>;
  readonly audit: Pick<AuditStore, 'add'>;
  /** Keeps a whole record that nobody can follow, so that it neither blocks the stream nor gets lost (H6). */
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
 * Does what follows a write, so that a crash right behind the write loses nothing (R14, R30): timers of what is due later, and
 * the audit log. Followed twice, the same records set the same timers and add the same entries. A record that will never go
 * through holds up no other: the stream is that of every workspace.
 */
export function createHandler({ timers, audit, quarantine, readRecord, clock, log }: Dependencies) {
  return async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const read = records.map((record): Read => ({ record, ...attempt(() => readRecord(record)) }));
    const moved = read.filter(({ value }) => value && scheduleChanged(value.due));
    const entries = read.flatMap(({ value }) => value?.entry ?? []);
    try {
      const refused = await bothSettled(followAll(moved, clock()), audit.add(entries));
      for (const { record, error, line } of [...read.flatMap(unreadable), ...refused]) {
        await quarantine(record);
        log.error(line, { sequence_number: record.dynamodb?.SequenceNumber, ...describeError(error) });
      }
      log.info(FOLLOWED, { records: records.length, timers: moved.length, entries: entries.length });
      return { batchItemFailures: [] };
    } catch (error) {
      log.error(PROJECTION_FAILED, { records: records.length, ...describeError(error) });
      return failFrom(records[0]);
    }
  };

  /** The records whose timers are refused. */
  async function followAll(moved: readonly Read[], now: Date): Promise<RejectedRecord[]> {
    const refused: RejectedRecord[] = [];
    for (let start = 0; start < moved.length; start += AT_ONCE) {
      const group = moved.slice(start, start + AT_ONCE);
      const met = await Promise.all(group.map((each) => follow(each, now)));
      refused.push(...met.flat());
    }
    return refused;
  }

  async function follow({ record, value }: Read, now: Date): Promise<RejectedRecord[]> {
    const { before, after } = value?.due ?? { before: null, after: null };
    try {
      // The new timer first: between the two a crash leaves one too many, which does nothing when it fires.
      if (after?.timer) await timers.set(after.job, now);
      if (before?.timer) await timers.cancel(before.job, now);
      return [];
    } catch (error) {
      if (error instanceof TimerRejectedError) return [{ record, error: error.cause, line: REFUSED }];
      throw error;
    }
  }
}

/** Both, whatever becomes of the other. @throws what the first of them that failed threw */
async function bothSettled<T>(one: Promise<T>, other: Promise<unknown>): Promise<T> {
  await Promise.allSettled([one, other]);
  await other;
  return one;
}

function unreadable({ record, value, error }: Read): RejectedRecord[] {
  return value === undefined ? [{ record, error, line: QUARANTINED }] : [];
}

/** Whether the plan is another one: an edit that leaves it alone must not set its timer again. */
function scheduleChanged({ before, after }: StreamChange['due']): boolean {
  return !isSame(before, after) && (before?.timer === true || after?.timer === true);
}

function isSame(before: PlannedJob | null, after: PlannedJob | null): boolean {
  return before?.job.seq === after?.job.seq && before?.job.due_at === after?.job.due_at;
}

/** The stream goes on from the lowest failed record: naming the first reads the whole batch again. */
function failFrom(record: DynamoDBRecord | undefined): DynamoDBBatchResponse {
  return { batchItemFailures: [{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? '' }] };
}

function attempt<T>(read: () => T): { value?: T; error?: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}
