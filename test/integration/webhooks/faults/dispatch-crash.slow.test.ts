// Slow: a dispatcher that crashes at each of its calls, four seconds; test/model crashes it, too.
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import * as dispatchEvent from '#functions/webhooks/dispatch-event/index.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { type DeliveryJob, planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import { searchEventLog } from '#shared/webhooks/use-cases/search-event-log.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aPrincipal, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import type { Moment } from '#test/support/fixtures/platform/faults/crash-switch.ts';
import { failingCall, lostResponse, acceptsOnly } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const DONE = { batchItemFailures: [] };
const MOMENTS: readonly Moment[] = ['before', 'after'];
const down = () => Object.assign(new Error('The queue is down'), { name: 'ServiceUnavailable' });

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());
/**
 * A batch with everything in it: two events of 13 endpoints each, one that matched none, a resend, a recovery and a record that cannot be
 * parsed. Two events are of one workspace.
 */
function aBatch() {
  const events = [1, 2].map(() =>
    anEvent({
      matches: Array.from({ length: 13 }, () => ({ endpointId: newId(NOW), settingsVersion: 1, shards: 1 })),
    }),
  );
  events.push(anEvent({ workspaceId: events[0]?.workspaceId ?? '' }));
  const resend = aJob();
  const recovery = { endpointId: newId(NOW), recoveryId: newId(NOW) };
  const items = [
    ...events.map((event) => toEventItem(event)),
    { kind: 'delivery', job: resend },
    { kind: 'recovery', endpointId: recovery.endpointId, id: recovery.recoveryId },
    { kind: 'event', pk: 'EV#poison' },
  ];
  const records = items.map((item, index) => insertOf(item, String(index + 1)));
  const jobs = [...events.flatMap((event) => planDeliveries(event, deliveryIdFor)), resend];
  return { records, events, jobs, recovery, poison: records.at(-1) };
}

function dispatch(Records: DynamoDBRecord[]) {
  return cloud.start('dispatch-event', dispatchEvent)({ Records });
}

/** The messages in the queue, without duplicates. */
function queuedIds(): string[] {
  return [...new Set(cloud.queued().map((job) => job.deliveryId))].toSorted();
}

function idsOf(jobs: readonly DeliveryJob[]): string[] {
  return jobs.map((job) => job.deliveryId).toSorted();
}

/** The events that the log of a workspace shows, oldest first. */
async function listedIn(workspaceId: string): Promise<string[]> {
  const principal = aPrincipal({ workspaceId });
  const log = { eventLog: cloud.stores.eventLog, principal, now: NOW };
  const { found } = await searchEventLog(log, {}, 100, undefined);
  return found.map(({ id }) => id).toReversed();
}

/** The logs show every event once, even if a repeated batch is stored twice. */
async function expectListed({ events }: ReturnType<typeof aBatch>): Promise<void> {
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspaceId)) {
    expect(await listedIn(workspaceId)).toEqual(own.map(({ id }) => id));
    const items = await cloud.stores.eventLog.read(workspaceId, undefined, 100);
    expect(items.map(({ sequence }) => sequence).toReversed()).toEqual(items.map((_, index) => index + 1));
  }
}

function expectWhole({ jobs, recovery, poison }: ReturnType<typeof aBatch>): void {
  expect(queuedIds()).toEqual(idsOf(jobs));
  expect(new Set(cloud.bodies('recoveries'))).toEqual(new Set([JSON.stringify(recovery)]));
  expect(new Set(cloud.bodies('quarantined'))).toEqual(new Set([JSON.stringify(poison)]));
}

describe('dispatch-event, crashed at any call', () => {
  it('has queued every match, resend and recovery, listed every event and quarantined the poison once the batch is retried', async () => {
    const whole = aBatch();
    await dispatch(whole.records);
    const calls = cloud.power.calls().length;
    expect(calls).toBeGreaterThanOrEqual(9);

    for (let call = 1; call <= calls; call += 1) {
      for (const moment of MOMENTS) {
        cloud.tidy();
        const batch = aBatch();
        cloud.power.cutAt(call, moment);
        await dispatch(batch.records);
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();

        expect(await dispatch(batch.records)).toEqual(DONE);
        expectWhole(batch);
        await expectListed(batch);
      }
    }
  });

  it('queues each under the id it had before the crash', async () => {
    const batch = aBatch();
    cloud.power.cutAt(2, 'after');
    await dispatch(batch.records);
    cloud.power.restore();
    const before = cloud.queued();
    await dispatch(batch.records);
    const texts = new Map(cloud.queued().map((job) => [job.deliveryId, JSON.stringify(job)]));

    expect(before.length).toBeGreaterThan(0);
    expect(before.every((job) => texts.get(job.deliveryId) === JSON.stringify(job))).toBe(true);
  });
});

describe('dispatch-event, with a failing queue', () => {
  it.each([
    ['SendMessageBatch', 'deliveries'],
    ['SendMessage', 'recoveries or deferred records'],
  ])('keeps the whole batch in the stream while %s fails, for %s', async (command) => {
    const batch = aBatch();
    cloud.faults.sqs.script(failingCall(command, down()));

    expect(await dispatch(batch.records)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(await dispatch(batch.records)).toEqual(DONE);
    expectWhole(batch);
  });

  it('sends the entries that a 200 reported as failed once more', async () => {
    const batch = aBatch();
    cloud.faults.sqs.script(acceptsOnly(3), acceptsOnly(0));

    expect(await dispatch(batch.records)).toEqual(DONE);
    expectWhole(batch);
    expect(cloud.queued()).toHaveLength(batch.jobs.length);
  });

  it('repeats a send whose response was lost', async () => {
    const batch = aBatch();
    cloud.faults.sqs.script(lostResponse('SendMessageBatch'));

    expect(await dispatch(batch.records)).toEqual(DONE);
    expectWhole(batch);
    expect(cloud.faults.sqs.pending()).toBe(0);
  });
});

describe('dispatch-event, with a failing table', () => {
  it.each(['Query', 'PutItem'])(
    'repeats the batch while %s fails, and lists each event once',
    async (command) => {
      const batch = aBatch();
      cloud.faults.dynamo.script(failingCall(command, down()));

      expect(await dispatch(batch.records)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
      expect(queuedIds()).toEqual(idsOf(batch.jobs));
      expect(await dispatch(batch.records)).toEqual(DONE);
      expectWhole(batch);
      await expectListed(batch);
    },
  );

  it('lists each event once after a repeated batch, and after the halves of a batch that was split', async () => {
    const batch = aBatch();
    await dispatch(batch.records);
    await dispatch(batch.records);
    await dispatch(batch.records.slice(0, 2));
    expect(await dispatch(batch.records.slice(2))).toEqual(DONE);

    await expectListed(batch);
  });
});
