import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHandler as createDispatchEventHandler } from '#functions/webhooks/dispatch-event/handler.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import {
  INLINE_BODY_BYTES,
  deliveryJobSchema,
  type RecoveryJob,
} from '#shared/webhooks/domain/delivery-message.ts';
import type { GrowingEndpoint } from '#shared/webhooks/ports/endpoint-shards.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import {
  createMemoryDeliveryQueue,
  type MemoryDeliveryQueue,
} from '#test/support/fakes/webhooks/memory-delivery-queue.ts';
import { createMemoryNotificationQueue } from '#test/support/fakes/webhooks/memory-notification-queue.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const POISON: DynamoDBRecord = {
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: '13', NewImage: { pk: { S: 'EV#x' }, sk: { S: 'x' }, kind: { S: 'event' } } },
};

let queue: MemoryDeliveryQueue;
let counted: GrowingEndpoint[];
let listed: string[];
let quarantined: DynamoDBRecord[];
let recovering: RecoveryJob[];
const notificationQueue = createMemoryNotificationQueue();
const recoveries = { send: async (job: RecoveryJob) => void recovering.push(job) };
let log: ReturnType<typeof createRecordingLog>;
let dispatch: ReturnType<typeof createDispatchEventHandler>;

beforeEach(() => {
  queue = createMemoryDeliveryQueue();
  quarantined = [];
  counted = [];
  listed = [];
  recovering = [];
  log = createRecordingLog();
  const quarantine = async (record: DynamoDBRecord) => void quarantined.push(record);
  dispatch = createDispatchEventHandler({
    queue,
    recoveries,
    notificationQueue,
    quarantine,
    readRecord: readDispatchRecord,
    logEvents: async (events) => void listed.push(...events.map(({ id }) => id)),
    countAttempts: async (matched) => void counted.push(...matched),
    log,
  });
});

function matching(count: number, overrides: Partial<RecordedEvent> = {}): RecordedEvent {
  const matches = Array.from({ length: count }, (_, index) => ({
    endpointId: newId(NOW),
    settingsVersion: index + 1,
    shards: 1,
  }));
  return anEvent({ matches, ...overrides });
}

function recordOf(event: RecordedEvent, SequenceNumber = '1'): DynamoDBRecord {
  return insertOf(toEventItem(event), SequenceNumber);
}

function jobs() {
  return queue.sent.map(({ job }) => job);
}

const DONE = { batchItemFailures: [] };

function failFrom(itemIdentifier: string) {
  return { batchItemFailures: [{ itemIdentifier }] };
}

describe('dispatch-event', () => {
  it('queues the first attempt of one delivery for each matched endpoint', async () => {
    const event = matching(2, { channel: 'sms', test: true, body: '{"name":"Zoë"}' });

    expect(await dispatch({ Records: [recordOf(event)] })).toEqual(DONE);
    expect(jobs()).toEqual(
      event.matches.map(({ endpointId, settingsVersion }) => ({
        deliveryId: deliveryIdFor(event, endpointId),
        endpointId,
        shard: 0,
        workspaceId: event.workspaceId,
        eventId: event.id,
        event: event.event,
        product: 'salesbot',
        channel: 'sms',
        test: true,
        resendOf: null,
        supersedes: [],
        settingsVersion,
        attempt: 1,
        dueAt: NOW.getTime(),
        createdAt: NOW.getTime(),
        recordedAt: NOW.getTime(),
        body: '{"name":"Zoë"}',
        correlationId: 'request-1',
      })),
    );
    expect(queue.sent.every(({ delaySeconds }) => delaySeconds === 0)).toBe(true);
  });

  it('writes messages that deliver-webhook can read', async () => {
    await dispatch({ Records: [recordOf(matching(25))] });

    expect(jobs().map((job) => v.parse(deliveryJobSchema, JSON.parse(JSON.stringify(job))))).toEqual(jobs());
  });

  it('queues the same deliveries when it reads the same records again', async () => {
    const records = [recordOf(matching(2), '1'), recordOf(matching(3), '2')];
    await dispatch({ Records: records });
    const first = jobs();
    queue.sent.length = 0;
    await dispatch({ Records: records });

    expect(first).toHaveLength(5);
    expect(jobs()).toEqual(first);
  });

  it('queues nothing for an event without matches, and lists it', async () => {
    const event = matching(0);
    expect(await dispatch({ Records: [recordOf(event)] })).toEqual(DONE);
    expect(jobs()).toEqual([]);
    expect(listed).toEqual([event.id]);
  });

  it('lists the events of a batch, but no requested delivery and no recovery', async () => {
    const events = [matching(1), matching(0), matching(2)];
    const others = [
      { kind: 'delivery', job: aJob() },
      { kind: 'recovery', endpointId: newId(NOW), id: newId(NOW) },
    ];
    const Records = [...events.map((event) => recordOf(event)), ...others.map((item) => insertOf(item))];

    expect(await dispatch({ Records: [...Records, POISON] })).toEqual(DONE);
    expect(listed).toEqual(events.map(({ id }) => id));
  });

  it('lists nothing before the deliveries are queued', async () => {
    queue.breakDown();
    await dispatch({ Records: [recordOf(matching(1))] });

    expect(listed).toEqual([]);
  });

  it('reads the batch again when a log cannot be written, with the deliveries queued', async () => {
    const readRecord = readDispatchRecord;
    const nothing = async () => undefined;
    const logEvents = () => Promise.reject(new Error('The table is down'));
    const again = createDispatchEventHandler({
      queue,
      recoveries,
      notificationQueue,
      quarantine: nothing,
      readRecord,
      logEvents,
      countAttempts: nothing,
      log,
    });

    expect(await again({ Records: [recordOf(matching(2), '7')] })).toEqual(failFrom('7'));
    expect(jobs()).toHaveLength(2);
  });

  it.each([
    ['the maximum inside the message', 'x'.repeat(INLINE_BODY_BYTES), true],
    ['one byte more', 'x'.repeat(INLINE_BODY_BYTES + 1), false],
    ['more in bytes, though not in characters', 'ë'.repeat(INLINE_BODY_BYTES / 2 + 1), false],
  ])('sends a body of %s in the message or by reference', async (_, body, isInline) => {
    await dispatch({ Records: [recordOf(matching(1, { body }))] });

    expect(jobs().map((job) => job.body)).toEqual([isInline ? body : null]);
  });

  it('queues a delivery that was asked for as it was written', async () => {
    const job = aJob({ resendOf: newId(NOW), supersedes: [newId(NOW)], body: null });

    expect(await dispatch({ Records: [insertOf({ pk: 'RQ', sk: 'RQ', kind: 'delivery', job })] })).toEqual(
      DONE,
    );
    expect(queue.sent).toEqual([{ job, delaySeconds: 0 }]);
  });

  it('queues the first message of a recovery', async () => {
    const [endpointId, id] = [newId(NOW), newId(NOW)];

    expect(await dispatch({ Records: [insertOf({ kind: 'recovery', endpointId, id })] })).toEqual(DONE);
    expect(recovering).toEqual([{ endpointId, recoveryId: id }]);
    expect(queue.sent).toEqual([]);
  });

  it('retries the whole batch when a recovery cannot be started', async () => {
    const rejecting = { send: () => Promise.reject(new Error('The queue is down')) };
    const quarantine = async (record: DynamoDBRecord) => void quarantined.push(record);
    const countAttempts = async () => undefined;
    const readRecord = readDispatchRecord;
    const parts = {
      queue,
      recoveries: rejecting,
      notificationQueue,
      quarantine,
      readRecord,
      countAttempts,
      logEvents: countAttempts,
      log,
    };
    const recovery = insertOf({ kind: 'recovery', endpointId: newId(NOW), id: newId(NOW) }, '8');

    expect(
      await createDispatchEventHandler(parts)({ Records: [recordOf(matching(1), '7'), recovery, POISON] }),
    ).toEqual(failFrom('7'));
    expect(quarantined).toEqual([]);
  });

  it('dispatches events, deliveries and recoveries of one batch', async () => {
    const [event, job, recovery] = [matching(2), aJob(), { endpointId: newId(NOW), id: newId(NOW) }];
    const Records = [
      insertOf({ kind: 'recovery', ...recovery }),
      recordOf(event),
      insertOf({ kind: 'delivery', job }),
    ];

    expect(await dispatch({ Records })).toEqual(DONE);
    expect(jobs().map(({ deliveryId }) => deliveryId)).toEqual([
      ...event.matches.map(({ endpointId }) => deliveryIdFor(event, endpointId)),
      job.deliveryId,
    ]);
    expect(recovering).toEqual([{ endpointId: recovery.endpointId, recoveryId: recovery.id }]);
  });

  it('passes a requested test of a notification target on', async () => {
    const at = NOW.getTime();
    const ids = { workspaceId: newId(NOW), targetId: newId(NOW), notificationId: newId(NOW) };
    const job = { observed: 'test_requested', at, ...ids } as const;

    expect(await dispatch({ Records: [insertOf({ kind: 'notification', job })] })).toEqual(DONE);
    expect(notificationQueue.sent).toEqual([{ message: job, delaySeconds: 0 }]);
    expect(jobs()).toEqual([]);
  });

  it.each([
    { kind: 'notification', job: { observed: 'test_requested' } },
    { kind: 'delivery', job: { delivery_id: 'x' } },
    { kind: 'recovery', endpointId: 'x', id: 'y' },
    { kind: 'invented_later' },
  ])('quarantines a damaged request: %j', async (item) => {
    expect(await dispatch({ Records: [insertOf(item)] })).toEqual(DONE);
    expect(quarantined).toHaveLength(1);
    expect([...jobs(), ...recovering]).toEqual([]);
  });

  describe('with a record that is not a readable event', () => {
    it('quarantines it whole and continues with the others', async () => {
      const [before, after] = [matching(1), matching(1)];
      const Records = [recordOf(before, '12'), POISON, recordOf(after, '14')];

      expect(await dispatch({ Records })).toEqual(DONE);
      expect(quarantined).toEqual([POISON]);
      expect(jobs().map((job) => job.eventId)).toEqual([before.id, after.id]);
    });

    it('logs its position, not its content', async () => {
      await dispatch({ Records: [POISON] });

      expect(log.lines).toMatchObject([
        { level: 'error', code: 'EVENT_QUARANTINED', fields: { sequence_number: '13' } },
        { code: 'EVENTS_DISPATCHED' },
      ]);
    });

    it('quarantines records without an image too', async () => {
      const bare: DynamoDBRecord = { eventName: 'REMOVE', dynamodb: { SequenceNumber: '1' } };
      expect(await dispatch({ Records: [bare, {}] })).toEqual(DONE);

      expect(quarantined).toEqual([bare, {}]);
    });

    it('retries the batch when it cannot be quarantined', async () => {
      const quarantine = () => Promise.reject(new Error('The queue is down'));
      dispatch = createDispatchEventHandler({
        queue,
        recoveries,
        notificationQueue,
        quarantine,
        readRecord: readDispatchRecord,
        logEvents: async () => undefined,
        countAttempts: async () => undefined,
        log,
      });

      expect(await dispatch({ Records: [recordOf(matching(1), '12'), POISON] })).toEqual(failFrom('12'));
    });
  });

  it('retries the whole batch when the queue fails', async () => {
    queue.breakDown();
    const Records = [recordOf(matching(1), '7'), POISON, recordOf(matching(1), '14')];

    expect(await dispatch({ Records })).toEqual(failFrom('7'));
    expect(quarantined).toEqual([]);
    queue.repair();
    expect(await dispatch({ Records })).toEqual(DONE);
    expect(jobs()).toHaveLength(2);
    expect(quarantined).toEqual([POISON]);
  });

  it('logs no body', async () => {
    await dispatch({ Records: [recordOf(matching(1, { body: '"secret-body"' }))] });

    expect(JSON.stringify(log.lines)).not.toContain('secret-body');
  });
});
