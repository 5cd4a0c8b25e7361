import { beforeEach, describe, expect, it } from 'vitest';
import * as releaseDeliveries from '#functions/webhooks/release-deliveries/index.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { TIMEOUTS_TO_OPEN } from '#shared/webhooks/domain/endpoint-health.ts';
import { createDynamoEndpointHealth } from '#shared/webhooks/store/dynamo-endpoint-health.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { failingCall, tooBusy } from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import {
  anEnabledEndpoint,
  anEventFor,
  handle,
  stored,
} from '#test/support/fixtures/webhooks/delivery-world.ts';

const DONE = { batchItemFailures: [] };
/** Time until the first probe of the endpoints of this file. */
const PROBE_SECONDS = 30;
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());
/** An endpoint that stopped responding, and three deliveries that were deferred since then. */
async function anUnresponsiveEndpoint() {
  const endpoint = await anEnabledEndpoint(cloud);
  const health = createDynamoEndpointHealth(cloud.core);
  const probeAt = new Date(cloud.clock().getTime() + PROBE_SECONDS * 1000);
  for (let count = 0; count < TIMEOUTS_TO_OPEN; count += 1) {
    const timeout = { deliveryId: newId(cloud.clock()), isFirst: count === 0 };
    await health.recordTimeout(endpoint, timeout, cloud.clock(), probeAt);
  }
  const jobs: DeliveryJob[] = [];
  for (let count = 0; count < 3; count += 1) {
    const job = await anEventFor(cloud, endpoint);
    await handle(cloud, createScriptedSender(), job);
    jobs.push(job);
  }
  const [first] = jobs;
  expect(first && (await stored(cloud, first))).toMatchObject({ reason: 'endpoint_unresponsive' });
  cloud.emptyQueues();
  const releaseJob = { endpointId: endpoint.id, after: null, secondPass: false };
  return { endpoint, health, jobs, releaseJob };
}

/** An endpoint that responds again, and three deliveries that were deferred while it did not. */
async function anEndpointThatCameBack() {
  const { endpoint, health, jobs, releaseJob } = await anUnresponsiveEndpoint();
  await health.recordResponse(endpoint);
  return {
    release: (receiveCount = 1) =>
      cloud.start('release-deliveries', releaseDeliveries)(queueEvent(releaseJob, receiveCount)),

    /** Delivers what was released. */
    async expectAllDelivered(): Promise<void> {
      const sender = createScriptedSender();
      for (const job of cloud.queued()) await handle(cloud, sender, job);
      const ids = sender.requests.map(({ headers }) => String(headers['x-webhook-delivery']));
      expect(ids.toSorted()).toEqual(jobs.map(({ deliveryId }) => deliveryId).toSorted());
    },
  };
}

describe('release-deliveries', () => {
  it('releases all deferred deliveries, each to one request, after a crash at any call', async () => {
    const whole = await anEndpointThatCameBack();
    cloud.power.restore();
    expect(await whole.release()).toEqual(DONE);
    const calls = cloud.power.calls();
    await whole.expectAllDelivered();

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await anEndpointThatCameBack();
        cloud.power.cutAt(call, moment);
        await world.release();
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();

        expect(await world.release(2)).toEqual(DONE);
        await world.expectAllDelivered();
      }
    }
  });

  it.each<[string, 'dynamo' | 'sqs', Fault]>([
    ['reading the endpoint is throttled', 'dynamo', failingCall('GetItem', tooBusy())],
    ['finding them is throttled', 'dynamo', failingCall('Query', tooBusy())],
    ['the queue is down', 'sqs', failingCall('SendMessageBatch', new Error('The queue is down'))],
  ])('retries its message when %s', async (_, service, fault) => {
    const world = await anEndpointThatCameBack();
    cloud.faults[service].script(fault);

    expect(await world.release()).toEqual(AGAIN);
    expect(await world.release(2)).toEqual(DONE);
    await world.expectAllDelivered();
  });
});

describe('release-deliveries, while the endpoints do not respond', () => {
  it('probes each endpoint of a batch with one delivery in the slow lane, however often it runs', async () => {
    const worlds = [await anUnresponsiveEndpoint(), await anUnresponsiveEndpoint()];
    cloud.emptyQueues();
    cloud.clock.advance(PROBE_SECONDS);
    const Records = worlds.flatMap(({ releaseJob }) => queueEvent(releaseJob).Records);
    for (let run = 0; run < 2; run += 1)
      expect(await cloud.start('release-deliveries', releaseDeliveries)({ Records })).toEqual(DONE);

    const probes = cloud.bodies('slow').map((body): DeliveryJob => JSON.parse(body));
    expect(probes.map(({ endpointId }) => endpointId).toSorted()).toEqual(
      worlds.map(({ endpoint }) => endpoint.id).toSorted(),
    );
    expect(cloud.bodies('deliveries')).toEqual([]);
    expect(cloud.bodies('releases')).toHaveLength(worlds.length);
  });
});
