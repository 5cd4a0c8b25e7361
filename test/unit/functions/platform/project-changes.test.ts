import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHandler as createProjectChangesHandler } from '#functions/platform/project-changes/handler.ts';
import type { ExternalRecordWriter } from '#shared/events/ports/external-records.ts';
import type { EventNews } from '#shared/events/records/event-news.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { readRecordNews } from '#shared/events/store/record-news.ts';
import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';
import type { NextJob, ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { readChangeRecord } from '#shared/platform/store/change-record.ts';
import { scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { anEventWith } from '#test/support/builders/events/record-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  createMemoryJobScheduler,
  type MemoryJobScheduler,
} from '#test/support/fakes/platform/memory-job-scheduler.ts';
import { changeOf } from '#test/support/fixtures/platform/change-of.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { aScheduledJob } from '#test/support/fixtures/platform/schedule-fixture.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const DONE = { batchItemFailures: [] };

let timers: MemoryJobScheduler;
let added: AuditEntry[];
let learned: EventNews[];
let quarantined: DynamoDBRecord[];
let log: ReturnType<typeof createRecordingLog>;
let follow: ReturnType<typeof createProjectChangesHandler>;

beforeEach(() => {
  timers = createMemoryJobScheduler();
  added = [];
  learned = [];
  writer = {
    async learn(events) {
      learned.push(...events);
      return events.length;
    },
  };
  quarantined = [];
  log = createRecordingLog();
  follow = createProjectChangesHandler({
    timers,
    audit: { add: async (entries) => void added.push(...entries) },
    quarantine: async (record) => void quarantined.push(record),
    records: writer,
    readRecord,
    clock: () => NOW,
    log,
  });
});

function dueIn(seconds: number, seq = 1, timer = true): NextJob {
  return { at: secondsAfterNow(seconds), seq, timer };
}

let writer: ExternalRecordWriter;

function readRecord(record: DynamoDBRecord) {
  return { ...readChangeRecord(record), news: readRecordNews(record) };
}

/** The schedule fields of a post; every call is another change of it. */
function aThing(job: ScheduledJob, due: NextJob | null): Item {
  const plan = scheduledJobAttributes({ resource: 'post', id: job.id, workspaceId: job.workspaceId }, due);
  const { id, workspaceId } = job;
  return {
    pk: `P#${id}`,
    sk: 'P',
    resource: 'post',
    id,
    workspaceId,
    ...plan,
    lastChange: toLastChange(aContext().change),
  };
}

function names(): string[] {
  return timers.schedules.map(({ name }) => name);
}

describe('project-changes, when a resource gets a schedule', () => {
  const job = aScheduledJob();

  it('schedules it once, however often the record is read', async () => {
    const record = changeOf(undefined, aThing(job, dueIn(3600)));

    expect(await follow({ Records: [record] })).toEqual(DONE);
    await follow({ Records: [record, record] });
    expect(timers.schedules).toEqual([
      {
        name: `post-${job.id}-1`,
        at: secondsAfterNow(3600),
        job: { ...job, dueAt: secondsAfterNow(3600).getTime() },
      },
    ]);
  });

  it('queues at once what is already overdue', async () => {
    await follow({ Records: [changeOf(undefined, aThing(job, dueIn(-5)))] });

    expect(timers.queued.post).toEqual([
      { job: { ...job, dueAt: secondsAfterNow(-5).getTime() }, delaySeconds: 0 },
    ]);
  });

  it('leaves items without a timer to the sweep', async () => {
    await follow({ Records: [changeOf(undefined, aThing(job, dueIn(3600, 1, false)))] });

    expect(names()).toEqual([]);
    expect(timers.queued.post).toEqual([]);
  });
});

describe('project-changes, when a plan changes', () => {
  const job = aScheduledJob();
  const planned = aThing(job, dueIn(3600));

  beforeEach(async () => {
    await follow({ Records: [changeOf(undefined, planned)] });
  });

  it('moves its timer', async () => {
    await follow({ Records: [changeOf(planned, aThing(job, dueIn(7200, 2)))] });

    expect(timers.schedules).toMatchObject([{ name: `post-${job.id}-2`, at: secondsAfterNow(7200) }]);
  });

  it('deletes the timer when nothing is scheduled any more, or only a watchdog', async () => {
    await follow({ Records: [changeOf(planned, aThing(job, null))] });
    expect(names()).toEqual([]);

    await follow({ Records: [changeOf(undefined, planned)] });
    await follow({ Records: [changeOf(planned, aThing(job, dueIn(600, 2, false)))] });
    expect(names()).toEqual([]);
    expect(timers.queued.post).toEqual([]);
  });

  it('deletes the timer when the resource is deleted', async () => {
    await follow({ Records: [changeOf(planned, undefined)] });

    expect(names()).toEqual([]);
  });

  it('ignores an edit that leaves the plan unchanged', async () => {
    const set = timers.schedules.splice(0);
    await follow({ Records: [changeOf(planned, aThing(job, dueIn(3600)))] });
    expect(names()).toEqual([]);

    timers.schedules.push(...set);
    await follow({ Records: [changeOf(planned, aThing(job, dueIn(3600)))] });
    expect(names()).toEqual([`post-${job.id}-1`]);
  });

  it('applies the last of several plans in one batch', async () => {
    const plans = [planned, aThing(job, dueIn(7200, 2)), aThing(job, dueIn(9000, 3))];
    const records = plans.slice(1).map((after, index) => changeOf(plans[index], after));
    await follow({ Records: records });
    await follow({ Records: records });

    // At most one extra timer may remain of plans in one batch: the guard rejects it when it fires.
    expect(names()).toContain(`post-${job.id}-3`);
    expect(names()).not.toContain(`post-${job.id}-1`);
  });
});

describe('project-changes, for the audit log', () => {
  it('adds an entry for each change of a resource, with the actor', async () => {
    const thing = aThing(aScheduledJob(), null);
    await follow({ Records: [changeOf(undefined, thing), changeOf(thing, thing)] });

    expect(added).toMatchObject([{ resource: { type: 'post', id: thing['id'] } }]);
  });

  it('adds no entry and sets no timer for items that are not resources', async () => {
    await follow({ Records: [changeOf(undefined, { pk: 'EV#1', sk: '1' })] });

    expect(added).toEqual([]);
    expect(log.lines).toEqual([
      { level: 'info', code: 'CHANGES_PROJECTED', fields: { records: 1, timers: 0, entries: 0, learned: 0 } },
    ]);
  });
});

describe('project-changes, for records of ingested events', () => {
  const event = anEventWith({ order: { id: 'b6b9a0b5-7d3a-4c6e-9a55-0f6f3d1f2a10', status: 'paid' } });
  const ingested = { ...toEventItem(event), ingested: true };

  it('passes on what an ingested event says', async () => {
    await follow({ Records: [insertOf(ingested)] });

    expect(learned).toMatchObject([
      { eventId: event.id, workspaceId: event.workspaceId, news: [{ type: 'order' }] },
    ]);
  });

  it('passes on nothing of events of the platform, test events and redactions', async () => {
    const redacted = changeOf(ingested, { ...ingested, body: '' });
    await follow({ Records: [insertOf(toEventItem(event)), redacted] });

    expect(learned).toEqual([]);
  });

  it('quarantines an event that is no event and passes on the others', async () => {
    const garbage = insertOf({ ...ingested, body: Buffer.from([0, 1, 2]) });

    expect(await follow({ Records: [garbage, insertOf(ingested)] })).toEqual(DONE);
    expect(quarantined).toEqual([garbage]);
    expect(learned).toHaveLength(1);
  });

  it('retries the batch while records cannot be written, and sets its timers', async () => {
    follow = createProjectChangesHandler({
      timers,
      audit: { add: async () => undefined },
      records: { learn: () => Promise.reject(new Error('The table is down')) },
      quarantine: async () => undefined,
      readRecord,
      clock: () => NOW,
      log,
    });
    const timed = changeOf(undefined, aThing(aScheduledJob(), dueIn(3600)), '7');

    expect(await follow({ Records: [timed, insertOf(ingested)] })).toEqual({
      batchItemFailures: [{ itemIdentifier: '7' }],
    });
    expect(names()).toHaveLength(1);
  });
});

describe('project-changes, in trouble', () => {
  const poison = changeOf(undefined, { pk: 'P#1', sk: 'P', dueSk: 'nonsense', dueTimer: true }, '13');
  const good = changeOf(undefined, aThing(aScheduledJob(), dueIn(3600)), '14');

  it('quarantines a record that cannot be parsed and processes the records after it', async () => {
    expect(await follow({ Records: [poison, good] })).toEqual(DONE);

    expect(quarantined).toEqual([poison]);
    expect(names()).toHaveLength(1);
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', code: 'CHANGE_QUARANTINED' }));
  });

  it.each<[string, () => void]>([
    ['timers cannot be set', () => timers.breakDown()],
    ['the log cannot be written', () => breakAudit()],
  ])('retries the whole batch while %s', async (_, breakDown) => {
    breakDown();
    const records = [changeOf(undefined, aThing(aScheduledJob(), dueIn(3600)), '21'), good];

    expect(await follow({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier: '21' }] });
    expect(log.lines).toMatchObject([{ level: 'error', code: 'PROJECTION_FAILED' }]);
  });

  it('quarantines the one record whose timer is rejected, sets the other timers and adds every entry', async () => {
    const rejected = aScheduledJob();
    follow = createProjectChangesHandler({
      timers: {
        cancel: timers.cancel,
        async set(job, now) {
          if (job.id === rejected.id)
            throw new TimerRejectedError('No', { cause: new RangeError('Too far') });
          await timers.set(job, now);
        },
      },
      audit: { add: async (entries) => void added.push(...entries) },
      quarantine: async (record) => void quarantined.push(record),
      records: writer,
      readRecord,
      clock: () => NOW,
      log,
    });
    const [first, second, third] = [aScheduledJob(), rejected, aScheduledJob()].map((job, index) =>
      changeOf(undefined, aThing(job, dueIn(3600)), String(index + 1)),
    );
    if (!first || !second || !third) throw new Error('There are three');

    expect(await follow({ Records: [first, second, third] })).toEqual(DONE);
    expect(names()).toHaveLength(2);
    expect(added).toHaveLength(3);
    expect(quarantined).toEqual([second]);
    expect(log.lines[0]).toMatchObject({
      level: 'error',
      code: 'TIMER_REJECTED',
      fields: { sequence_number: '2', error: 'RangeError' },
    });
  });

  it('adds audit entries while timers cannot be set', async () => {
    timers.breakDown();
    await follow({ Records: [good] });

    expect(added).toHaveLength(1);
  });

  it('retries the batch while a record cannot be quarantined', async () => {
    follow = createProjectChangesHandler({
      timers,
      audit: { add: async () => undefined },
      quarantine: () => Promise.reject(new Error('The queue is down')),
      records: writer,
      readRecord,
      clock: () => NOW,
      log,
    });

    expect(await follow({ Records: [poison] })).toEqual({ batchItemFailures: [{ itemIdentifier: '13' }] });
  });

  function breakAudit(): void {
    follow = createProjectChangesHandler({
      timers,
      audit: { add: () => Promise.reject(new Error('The table is down')) },
      quarantine: async () => undefined,
      records: writer,
      readRecord,
      clock: () => NOW,
      log,
    });
  }
});
