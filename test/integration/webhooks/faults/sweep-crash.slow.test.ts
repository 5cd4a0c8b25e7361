import { beforeEach, describe, expect, it } from 'vitest';
import { consumer } from '#functions/webhooks/sweep-deliveries/consumer.ts';
import * as sweepDeliveries from '#functions/webhooks/sweep-deliveries/index.ts';
import { inputOfPart } from '#shared/platform/queues/schedule-part.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { failingCall, tooBusy } from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

/** After this, everything that a failed run left was checked again, if it is younger than 20 minutes. */
const QUIET_MINUTES = 24;

const cloud = forEachTest(startLocalCloud, 'stop');
beforeEach(async () => {
  await cloud.start('sweep-deliveries', sweepDeliveries)({}, CONTEXT);
});
/** Loses the dispatch of an event and the retry of a delivery, now. Returns the ids of both events. */
async function lose(): Promise<string[]> {
  const { clock, stores } = cloud;
  const matches = [{ endpointId: newId(clock()), settingsVersion: 1, shards: 1 }];
  const event = anEvent({ recordedAt: clock(), matches });
  await stores.events.record(event, aContext(), undefined);
  const delivery = aDelivery({ createdAt: clock() });
  const nextAttemptAt = new Date(clock().getTime() + 10_000);
  await stores.deliveries.recordAttempt(delivery, anAttempt(), aRetry({ nextAttemptAt }));
  return [event.id, delivery.eventId];
}

/** The runs of a minute, one for each part, a minute later; a failed run only means one run less. */
async function nextRun(): Promise<'done' | 'failed'> {
  cloud.clock.advance(60);
  const runs = Array.from({ length: consumer.source.parts }, (_, index) =>
    cloud.start('sweep-deliveries', sweepDeliveries)(inputOfPart(index), CONTEXT),
  );
  const results = await Promise.allSettled(runs);
  return results.every(({ status }) => status === 'fulfilled') ? 'done' : 'failed';
}

async function runQuietly(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await nextRun();
}

/** Those of the lost that are in the queue. */
function found(lost: readonly string[]): string[] {
  const queued = new Set(cloud.queued().map(({ eventId }) => eventId));
  return lost.filter((id) => queued.has(id));
}

describe('sweep-deliveries', () => {
  it('queues all that gets lost while every run crashes, each at another call', async () => {
    const lost: string[] = [];
    for (let minute = 0; minute < 6; minute += 1) {
      lost.push(...(await lose()));
      await nextRun();
    }
    // The sweep makes many reads, which change nothing.
    cloud.power.ignore('Query');
    cloud.power.restore();
    lost.push(...(await lose()));
    await nextRun();
    const calls = cloud.power.calls();
    expect(new Set(calls)).toEqual(
      new Set(['GetItem', 'GetQueueAttributes', 'BatchGetItem', 'PutItem', 'UpdateItem', 'SendMessageBatch']),
    );

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        lost.push(...(await lose()));
        cloud.power.cutAt(call, moment);
        await nextRun();
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();
      }
    }
    expect(found(lost).length).toBeLessThan(lost.length);
    // Two were lost in each minute. A delivery that a failed run claimed is checked again after half its age.
    await runQuietly(QUIET_MINUTES + Math.ceil(lost.length / 4));

    expect(found(lost)).toEqual(lost);
  });

  it('queues all that gets lost while in every run another service fails', async () => {
    const down = new Error('The service is down');
    const troubles: readonly ['dynamo' | 'sqs', Fault[]][] = [
      ['sqs', [failingCall('SendMessageBatch', down)]],
      ['sqs', [failingCall('GetQueueAttributes', down)]],
      ['dynamo', [failingCall('GetItem', tooBusy())]],
      ['dynamo', [failingCall('Query', tooBusy())]],
      ['dynamo', [failingCall('BatchGetItem', tooBusy())]],
      ['dynamo', [failingCall('PutItem', tooBusy())]],
      ['dynamo', [failingCall('UpdateItem', tooBusy())]],
    ];
    const lost: string[] = [];
    for (let minute = 0; minute < 6; minute += 1) {
      lost.push(...(await lose()));
      await nextRun();
    }
    for (const [service, script] of troubles) {
      lost.push(...(await lose()));
      cloud.faults[service].script(...script);
      expect(await nextRun()).toBe('failed');
      cloud.faults[service].clear();
    }
    await runQuietly(QUIET_MINUTES);

    expect(found(lost)).toEqual(lost);
  });
});
