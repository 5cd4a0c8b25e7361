import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { DuePlan, ItemChange } from '#shared/platform/core/item-change.ts';
import { TimerRefusedError } from '#shared/platform/core/errors.ts';
import type { AuditStore } from '#shared/platform/audit/audit-store.ts';
import type { DueTimers } from '#shared/platform/core/due-timers.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

/** Timers set or cancelled at once: a change of a time zone moves hundreds of posts. */
const AT_ONCE = 10;

const FOLLOWED = {
  code: 'CHANGES_FOLLOWED',
  message: 'Schedules created and entries added to the audit log',
};
const FOLLOW_FAILED = {
  code: 'FOLLOW_FAILED',
  message: 'Changes could not be processed; the batch is read again',
};
const PARKED = { code: 'CHANGE_PARKED', message: 'Record cannot be parsed and was quarantined' };
const REFUSED = {
  code: 'TIMER_REFUSED',
  message: 'Schedule was rejected and its record quarantined; the sweep finds the job',
};

type Dependencies = {
  readonly timers: Pick<DueTimers, 'set' | 'cancel'>;
  readonly audit: Pick<AuditStore, 'add'>;
  /** Keeps a whole record that nobody can follow, so that it neither blocks the stream nor gets lost (H6). */
  readonly park: (record: DynamoDBRecord) => Promise<void>;
  readonly readRecord: (record: DynamoDBRecord) => ItemChange;
  readonly clock: Clock;
  readonly log: Log;
};

type Read = { readonly record: DynamoDBRecord; readonly value?: ItemChange; readonly error?: unknown };
type Stuck = { readonly record: DynamoDBRecord; readonly error: unknown; readonly line: typeof PARKED };

/**
 * Does what follows a write, so that a crash right behind the write loses nothing (R14, R30): timers of what is due later, and
 * the audit log. Followed twice, the same records set the same timers and add the same entries. A record that will never go
 * through holds up no other: the stream is that of every workspace.
 */
export function createFollowChangesHandler({ timers, audit, park, readRecord, clock, log }: Dependencies) {
  return async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const read = records.map((record): Read => ({ record, ...attempt(() => readRecord(record)) }));
    const moved = read.filter(({ value }) => value && hasMoved(value.due));
    const entries = read.flatMap(({ value }) => value?.entry ?? []);
    try {
      const refused = await inAnyCase(followAll(moved, clock()), audit.add(entries));
      for (const { record, error, line } of [...read.flatMap(unreadable), ...refused]) {
        await park(record);
        log.error(line, { sequence_number: record.dynamodb?.SequenceNumber, ...describeError(error) });
      }
      log.info(FOLLOWED, { records: records.length, timers: moved.length, entries: entries.length });
      return { batchItemFailures: [] };
    } catch (error) {
      log.error(FOLLOW_FAILED, { records: records.length, ...describeError(error) });
      return failFrom(records[0]);
    }
  };

  /** The records whose timers are refused. */
  async function followAll(moved: readonly Read[], now: Date): Promise<Stuck[]> {
    const refused: Stuck[] = [];
    for (let start = 0; start < moved.length; start += AT_ONCE) {
      const group = moved.slice(start, start + AT_ONCE);
      const met = await Promise.all(group.map((each) => follow(each, now)));
      refused.push(...met.flat());
    }
    return refused;
  }

  async function follow({ record, value }: Read, now: Date): Promise<Stuck[]> {
    const { before, after } = value?.due ?? { before: null, after: null };
    try {
      // The new timer first: between the two a crash leaves one too many, which does nothing when it fires.
      if (after?.timer) await timers.set(after.job, now);
      if (before?.timer) await timers.cancel(before.job, now);
      return [];
    } catch (error) {
      if (error instanceof TimerRefusedError) return [{ record, error: error.cause, line: REFUSED }];
      throw error;
    }
  }
}

/** Both, whatever becomes of the other. @throws what the first of them that failed threw */
async function inAnyCase<T>(one: Promise<T>, other: Promise<unknown>): Promise<T> {
  await Promise.allSettled([one, other]);
  await other;
  return one;
}

function unreadable({ record, value, error }: Read): Stuck[] {
  return value === undefined ? [{ record, error, line: PARKED }] : [];
}

/** Whether the plan is another one: an edit that leaves it alone must not set its timer again. */
function hasMoved({ before, after }: ItemChange['due']): boolean {
  return !isSame(before, after) && (before?.timer === true || after?.timer === true);
}

function isSame(before: DuePlan | null, after: DuePlan | null): boolean {
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
