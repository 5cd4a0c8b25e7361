import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as recoverDeliveries from '#functions/webhooks/recover-deliveries/index.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { editEndpoint } from '#shared/webhooks/domain/edit-endpoint.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, aRecovery, deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import {
  cancelled,
  failingCall,
  lostResponse,
  meanwhile,
  tooBusy,
} from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { handOver, queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };

const cloud = forAllTests(startLocalCloud, 'stop');
beforeAll(async () => {
  cloud.clock.advance(3600);
});
beforeEach(() => cloud.tidy());
/** An endpoint with failed deliveries of the last hour, and the message of a recovery that resends them. */
async function aRunningRecovery(failures = 3) {
  const { stores } = cloud;
  const { owned, workspaceId } = await createWorkspaceIn(stores.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true });
  await stores.endpoints.create(endpoint, aContext());
  const failed: Delivery[] = [];
  for (let index = 0; index < failures; index += 1) {
    const [createdAt, finishedAt] = [secondsAfterNow(index), secondsAfterNow(index + 1)];
    const delivery = aDelivery({
      endpointId: endpoint.id,
      workspaceId,
      createdAt,
      finishedAt,
      state: 'failed',
    });
    await stores.deliveries.settle(delivery, { ...delivery, reason: 'receiver_rejected' });
    failed.push(delivery);
  }
  const recovery = aRecovery({
    endpointId: endpoint.id,
    workspaceId,
    since: NOW,
    until: secondsAfterNow(3599),
    matched: failures,
    createdAt: cloud.clock(),
  });
  await stores.recoveries.create(recovery, aContext());
  const job = { endpointId: endpoint.id, recoveryId: recovery.id };

  return {
    endpoint,
    failed: failed.map(({ id }) => id).toSorted(),
    /** Runs a new instance with the message. */
    recover: (receiveCount = 1) =>
      cloud.start('recover-deliveries', recoverDeliveries)(queueEvent(job, receiveCount)),
    recovery: () => stores.recoveries.find(endpoint.id, recovery.id),
    /** The deliveries that were resent, as often as they were. */
    async resent(): Promise<string[]> {
      const all = await stores.deliveries.list(deliveriesOf(endpoint.id), { order: 'asc', limit: 1000 });
      return all.flatMap(({ resendOf }) => resendOf ?? []).toSorted();
    },
    /** The jobs that the stream would dispatch. */
    async dispatched(): Promise<number> {
      const all = await stores.deliveries.list(deliveriesOf(endpoint.id), { order: 'asc', limit: 1000 });
      const requests = await Promise.all(all.map(({ id }) => stores.dispatchOfDelivery(id)));
      return requests.filter((request) => request !== undefined).length;
    },
  };
}

describe('recover-deliveries, crashed at any call', () => {
  it('resends each failed delivery once, when its message is received again', async () => {
    const whole = await aRunningRecovery();
    cloud.power.restore();
    expect(await whole.recover()).toEqual(DONE);
    const calls = cloud.power.calls();
    expect(calls.filter((command) => command === 'TransactWriteItems')).toHaveLength(3);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        const world = await aRunningRecovery();
        cloud.power.cutAt(call, moment);
        await world.recover();
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();

        expect(await world.recover(2)).toEqual(DONE);
        expect(await world.resent()).toEqual(world.failed);
        expect(await world.dispatched()).toBe(world.failed.length);
        expect(await world.recovery()).toMatchObject({ state: 'completed', resent: world.failed.length });
      }
    }
  });
});

describe('recover-deliveries, with failing services', () => {
  it.each<[string, Fault]>([
    ['reading is throttled', failingCall('GetItem', tooBusy())],
    ['listing is throttled', failingCall('Query', tooBusy())],
    ['a resend cannot be written', failingCall('TransactWriteItems', tooBusy())],
    ['the step cannot be recorded', failingCall('UpdateItem', tooBusy())],
    ['the response to the recorded step is lost', lostResponse('UpdateItem')],
  ])('retries its message when %s, and then sends each once', async (_, fault) => {
    const world = await aRunningRecovery();
    cloud.faults.dynamo.script(fault);

    expect(await world.recover()).toEqual(AGAIN);
    expect(await world.recover(2)).toEqual(DONE);
    expect(await world.resent()).toEqual(world.failed);
    expect(await world.recovery()).toMatchObject({ state: 'completed', resent: world.failed.length });
  });

  it.each<[string, Fault]>([
    ['a resend conflicts with another transaction', cancelled('TransactionConflict')],
    ['the response to a resend is lost', lostResponse('TransactWriteItems')],
  ])('needs no second message when %s', async (_, fault) => {
    const world = await aRunningRecovery();
    cloud.faults.dynamo.script(fault);

    expect(await world.recover()).toEqual(DONE);
    expect(cloud.faults.dynamo.pending()).toBe(0);
    expect(await world.resent()).toEqual(world.failed);
    expect(await world.recovery()).toMatchObject({ state: 'completed', resent: world.failed.length });
  });
});

describe('recover-deliveries, with an endpoint that is edited meanwhile', () => {
  it('continues with another message, and resends each delivery once', async () => {
    const { endpoint, ...world } = await aRunningRecovery();
    const edited = editEndpoint(endpoint, { url: 'https://new.example.com/hooks' }, cloud.clock());
    if (!edited) throw new Error('Nothing is edited');
    cloud.faults.dynamo.script(
      meanwhile('UpdateItem', () => cloud.stores.endpoints.save(endpoint, edited, aContext())),
    );

    expect(await world.recover()).toEqual(DONE);
    expect(await world.recovery()).toMatchObject({ state: 'running' });
    const consume = cloud.start('recover-deliveries', recoverDeliveries);
    expect(await handOver(cloud, 'recoveries', consume)).toBe(1);
    expect(await world.recovery()).toMatchObject({ state: 'completed', resent: world.failed.length });
    expect(await world.resent()).toEqual(world.failed);
  });
});
