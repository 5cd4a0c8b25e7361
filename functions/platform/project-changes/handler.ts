import type { DynamoDBRecord } from 'aws-lambda';
import type { ExternalRecordWriter } from '#shared/events/ports/external-records.ts';
import type { EventNews } from '#shared/events/records/event-news.ts';
import type { AuditStore } from '#shared/platform/core/audit-store.ts';
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
    message: 'Schedules created, entries added to the audit log, records of ingested events updated',
  },
  failed: { code: 'PROJECTION_FAILED', message: 'Changes could not be processed; the batch will be retried' },
  quarantined: { code: 'CHANGE_QUARANTINED', message: 'Record could not be parsed and was quarantined' },
};
const REJECTED = {
  code: 'TIMER_REJECTED',
  message: 'Schedule was rejected and its record quarantined; the sweep finds the job',
};

/** A change, and what it says about records if it is an ingested event. */
type FollowedChange = StreamChange & { readonly news: EventNews | null };

export type Dependencies = {
  readonly timers: Pick<JobScheduler, 'set' | 'cancel'>;
  readonly audit: Pick<AuditStore, 'add'>;
  readonly records: ExternalRecordWriter;
  /**
   * Keeps a complete record that cannot be processed, so that it neither blocks the stream nor gets lost
   * (docs/failure-histories.md#stream-outage).
   */
  readonly quarantine: (record: DynamoDBRecord) => Promise<void>;
  readonly readRecord: (record: DynamoDBRecord) => FollowedChange;
  readonly clock: Clock;
  readonly log: Log;
};

type Change = ParsedRecord<FollowedChange>;

/**
 * Processes the changes of stored items: schedules jobs, adds audit entries and updates records of ingested events. It runs after the write, so that a crash
 * directly after the write loses nothing (docs/specification/publishing.md#timers). Idempotent. A permanently rejected record does not
 * hold up others, because the stream is shared by all workspaces.
 */
export function createHandler({ timers, audit, records, clock, ...parts }: Dependencies) {
  return streamConsumer({ ...parts, messages: MESSAGES }, async (parsed) => {
    const moved = parsed.filter(({ value }) => scheduleChanged(value.due));
    const entries = parsed.flatMap(({ value }) => value.entry ?? []);
    const events = parsed.flatMap(({ value }) => value.news ?? []);
    const [timing, adding, learning] = [
      followAll(moved, clock()),
      audit.add(entries),
      records.learn(events),
    ] as const;
    // All are waited for before the batch fails, so that none is abandoned.
    await Promise.allSettled([timing, adding, learning]);
    await adding;
    const [rejected, learned] = [await timing, await learning];
    return { counts: { timers: moved.length, entries: entries.length, learned }, rejected };
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

/** Whether the schedule changed: an edit that keeps it must not set its timer again. */
function scheduleChanged({ before, after }: StreamChange['due']): boolean {
  return !isSame(before, after) && (before?.timer === true || after?.timer === true);
}

function isSame(before: PlannedJob | null, after: PlannedJob | null): boolean {
  return before?.job.seq === after?.job.seq && before?.job.dueAt === after?.job.dueAt;
}
