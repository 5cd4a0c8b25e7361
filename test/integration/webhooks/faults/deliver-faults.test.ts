import { ConflictException, ThrottlingException } from '@aws-sdk/client-scheduler';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryJob, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import {
  conflicting,
  failingCall,
  lostResponse,
  throttled,
  tooBusy,
} from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { type LocalCloud, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import {
  anEnabledEndpoint,
  anEventFor,
  seeThrough,
  stored,
  startDelivering,
} from '#test/support/fixtures/webhooks/delivery-world.ts';

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };
const down = () => Object.assign(new Error('The service is down'), { name: 'ServiceUnavailable' });

type Service = keyof LocalCloud['faults'];

const cloud = forAllTests(startLocalCloud, 'stop');
let endpoint: Endpoint;
beforeEach(async () => {
  cloud.tidy();
  endpoint = await anEnabledEndpoint(cloud);
});
function receive(job: DeliveryJob, sender = createScriptedSender(), receiveCount = 1) {
  return startDelivering(cloud, sender)(queueEvent(job, receiveCount));
}

/** A message for attempt 5, whose failure leads to a schedule two hours ahead. */
async function aFifthAttempt(): Promise<DeliveryJob> {
  const job = await anEventFor(cloud, endpoint);
  for (const number of [1, 2, 3, 4]) {
    await cloud.stores.deliveries.recordAttempt(toDelivery(job), anAttempt({ number }), aRetry());
  }
  return { ...job, attempt: 5, body: null };
}

const attemptsOf = async (job: DeliveryJob) =>
  (await stored(cloud, job))?.attempts.map(({ number }) => number) ?? [];
const planned = () => cloud.queued().map(({ attempt }) => attempt);

describe('a failure before the request', () => {
  it.each<[string, Service, Fault]>([
    ['reading the endpoint is throttled', 'dynamo', failingCall('GetItem', tooBusy())],
    [
      'the table returns nothing for the endpoint',
      'dynamo',
      { command: 'GetItem', at: 'call', happen: async () => ({}) },
    ],
    [
      'the key is disabled',
      'kms',
      failingCall('Decrypt', Object.assign(down(), { name: 'DisabledException' })),
    ],
  ])('leaves the message in the queue and decides nothing: %s', async (_, service, fault) => {
    const [job, sender] = [await anEventFor(cloud, endpoint), createScriptedSender()];
    cloud.faults[service].script(fault);

    expect(await receive(job, sender)).toEqual(AGAIN);
    expect(sender.requests).toEqual([]);
    expect(await stored(cloud, job)).toBeUndefined();
    await seeThrough(cloud, sender, job);
    expect(await stored(cloud, job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
  });

  it('costs a retry only its lease: the same attempt is made when the message is received again', async () => {
    const [job, sender] = [await aFifthAttempt(), createScriptedSender()];
    cloud.faults.kms.script(failingCall('Decrypt', Object.assign(down(), { name: 'DisabledException' })));

    expect(await receive(job, sender)).toEqual(AGAIN);
    expect(await receive(job, sender, 2)).toEqual(AGAIN);
    expect(sender.requests).toEqual([]);
    cloud.clock.advance(90);
    expect(await receive(job, sender, 3)).toEqual(DONE);
    expect(await attemptsOf(job)).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not follow from stale eventually consistent reads', async () => {
    const [job, sender] = [await anEventFor(cloud, endpoint, 'x'.repeat(5000)), createScriptedSender(500)];
    const stale: Fault = {
      command: 'GetItem',
      at: 'call',
      happen: async (input, pass) => ('ConsistentRead' in input && input.ConsistentRead ? pass() : {}),
    };
    cloud.faults.dynamo.script(...Array.from({ length: 20 }, () => stale));
    await seeThrough(cloud, sender, job);

    expect(await stored(cloud, job)).toMatchObject({ state: 'succeeded', attempts: [{}, { number: 2 }] });
  });
});

describe('a failure between the request and its record', () => {
  it('repeats the request under the same delivery id, and records one attempt', async () => {
    const [job, sender] = [await anEventFor(cloud, endpoint), createScriptedSender()];
    cloud.faults.dynamo.script(failingCall('PutItem', tooBusy()));

    expect(await receive(job, sender)).toEqual(AGAIN);
    expect(await receive(job, sender, 2)).toEqual(DONE);
    expect(sender.requests.map(({ headers }) => headers['x-webhook-delivery'])).toEqual([
      job.deliveryId,
      job.deliveryId,
    ]);
    expect(await attemptsOf(job)).toEqual([1]);
  });

  it.each<[string, Fault[]]>([
    ['it is throttled twice', throttled('PutItem', 2)],
    ['it conflicts with a transaction', [conflicting('PutItem'), conflicting('PutItem')]],
    ['its response is lost', [lostResponse('PutItem')]],
  ])('does not repeat the request when the record takes longer: %s', async (_, script) => {
    const [job, sender] = [await anEventFor(cloud, endpoint), createScriptedSender()];
    cloud.faults.dynamo.script(...script);

    expect(await receive(job, sender)).toEqual(DONE);
    expect(cloud.faults.dynamo.pending()).toBe(0);
    expect(sender.requests).toHaveLength(1);
    expect(await attemptsOf(job)).toEqual([1]);
  });
});

describe('a failure between the record and the plan', () => {
  it('plans the retry when the message is received again, without another request', async () => {
    const [job, sender] = [await anEventFor(cloud, endpoint), createScriptedSender(500)];
    cloud.faults.sqs.script(failingCall('SendMessage', down()));

    expect(await receive(job, sender)).toEqual(AGAIN);
    expect(await stored(cloud, job)).toMatchObject({ state: 'retrying', attempts: [{ number: 1 }] });
    expect(planned()).toEqual([]);
    expect(await receive(job, sender, 2)).toEqual(DONE);
    expect(sender.requests).toHaveLength(1);
    expect(planned()).toEqual([2]);
  });

  it.each([
    ['is down', down()],
    ['is throttled', new ThrottlingException({ Message: 'Rate exceeded', message: '', $metadata: {} })],
  ])('does so too when the Scheduler %s', async (_, error) => {
    const [job, sender] = [await aFifthAttempt(), createScriptedSender(500)];
    cloud.faults.scheduler.script(failingCall('CreateSchedule', error));

    expect(await receive(job, sender)).toEqual(AGAIN);
    expect(await cloud.schedulesOf(job)).toEqual([]);
    expect(await receive(job, sender, 2)).toEqual(DONE);
    expect(sender.requests).toHaveLength(1);
    expect(await cloud.schedulesOf(job)).toEqual([`${job.deliveryId}-6`]);
  });

  it.each<[string, Fault]>([
    ['the response of the Scheduler is lost', lostResponse('CreateSchedule')],
    [
      'the schedule exists',
      {
        command: 'CreateSchedule',
        at: 'call',
        async happen(_input, pass) {
          await pass();
          throw new ConflictException({ Message: 'It exists', message: '', $metadata: {} });
        },
      },
    ],
  ])('changes nothing when %s: the attempt is planned', async (_, fault) => {
    const [job, sender] = [await aFifthAttempt(), createScriptedSender(500)];
    cloud.faults.scheduler.script(fault);

    expect(await receive(job, sender)).toEqual(DONE);
    expect(cloud.faults.scheduler.pending()).toBe(0);
    expect(await cloud.schedulesOf(job)).toEqual([`${job.deliveryId}-6`]);
  });
});
