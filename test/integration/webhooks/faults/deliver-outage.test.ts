import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_SECONDS } from '#shared/platform/core/time-units.ts';
import { type DeliveryJob, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import type { WebhookRequest } from '#shared/webhooks/ports/webhook-sender.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { failingCall } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import {
  anEnabledEndpoint,
  anEventFor,
  encryptSecret,
  seeThrough,
  stored,
  startDelivering,
} from '#test/support/fixtures/webhooks/delivery-world.ts';

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };
const OUTAGE_MINUTES = 15;
const keyServiceDown = failingCall('Decrypt', new Error('The key service is down'));

const cloud = forAllTests(startLocalCloud, 'stop');
let endpoint: Endpoint;
beforeEach(async () => {
  cloud.tidy();
  endpoint = await anEnabledEndpoint(cloud);
});
/** The message of attempt 2, scheduled in this many seconds. */
async function aRetryDueIn(seconds: number): Promise<DeliveryJob> {
  const job = await anEventFor(cloud, endpoint);
  const due = new Date(cloud.clock().getTime() + seconds * 1000);
  await cloud.stores.deliveries.recordAttempt(toDelivery(job), anAttempt(), aRetry({ nextAttemptAt: due }));
  return { ...job, attempt: 2, dueAt: due.getTime(), body: null };
}

describe('a key service that is unavailable for a quarter of an hour', () => {
  it('postpones deliveries, a minute each time, and costs none of them an attempt or a receive', async () => {
    const [job, sender] = [await anEventFor(cloud, endpoint), createScriptedSender()];
    const begun = cloud.clock().getTime();
    cloud.faults.kms.script(...Array.from({ length: OUTAGE_MINUTES }, () => keyServiceDown));
    await seeThrough(cloud, sender, job);

    expect(cloud.clock().getTime() - begun).toBe(OUTAGE_MINUTES * 60_000);
    expect(sender.requests).toHaveLength(1);
    expect(await stored(cloud, job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
    expect(cloud.bodies('deliveries-dead')).toEqual([]);
  });
});

describe('a secret that was rotated with immediate effect', () => {
  const NEWER = 'whsec_bmV3ZXI=';

  /** Rotates; the instance has just decrypted the old secret and still caches it. */
  async function rotateBehind(deliver: (job: DeliveryJob) => Promise<unknown>): Promise<void> {
    expect(await deliver(await anEventFor(cloud, endpoint))).toEqual(DONE);
    const sealed = await encryptSecret(cloud, endpoint, NEWER);
    const rotated = rotateSecret(endpoint, { sealed, hint: 'newe' }, true, cloud.clock());
    await cloud.stores.rotations.saveSecrets(endpoint, rotated, aContext());
  }

  it('is the only one to sign from then on, even if an instance has cached the old one', async () => {
    const sender = createScriptedSender();
    const instance = startDelivering(cloud, sender);
    const deliver = (job: DeliveryJob) => instance(queueEvent(job));
    await rotateBehind(deliver);
    await deliver(await anEventFor(cloud, endpoint));

    const [before, after] = sender.requests;
    expect(signatureOf(before)).toBe(macOf('current', before));
    expect(signatureOf(after)).toBe(macOf('newer', after));
  });

  it('signs although the key service is down, because the instance has the key of the workspace', async () => {
    const sender = createScriptedSender();
    const instance = startDelivering(cloud, sender);
    await rotateBehind((job) => instance(queueEvent(job)));
    cloud.faults.kms.script(keyServiceDown);
    expect(await instance(queueEvent(await anEventFor(cloud, endpoint)))).toEqual(DONE);

    expect(signatureOf(sender.requests[1])).toBe(macOf('newer', sender.requests[1]));
    expect(cloud.faults.kms.pending()).toBe(1);
  });

  it('is awaited instead of the old one while the key service is down and the key of the workspace has expired', async () => {
    const sender = createScriptedSender();
    const instance = startDelivering(cloud, sender);
    await rotateBehind((job) => instance(queueEvent(job)));
    cloud.clock.advance(HOUR_SECONDS);
    const job = await anEventFor(cloud, endpoint);
    cloud.faults.kms.script(keyServiceDown);

    expect(await instance(queueEvent(job))).toEqual(DONE);
    expect(sender.requests).toHaveLength(1);
    expect(cloud.queued()).toMatchObject([{ deliveryId: job.deliveryId, attempt: 1 }]);
  });
});

describe('a schedule that fires', () => {
  it('early and twice leads to one request, at its time', async () => {
    const [job, sender] = [await aRetryDueIn(50), createScriptedSender()];
    expect(await startDelivering(cloud, sender)(queueEvent(job))).toEqual(DONE);
    expect(await startDelivering(cloud, sender)(queueEvent(job))).toEqual(DONE);
    expect(sender.requests).toEqual([]);
    expect(cloud.queued()).toEqual([job, job]);
    await seeThrough(cloud, sender, job);

    expect(sender.requests).toHaveLength(1);
    expect(await stored(cloud, job)).toMatchObject({ state: 'succeeded', attempts: [{}, { number: 2 }] });
  });

  it('twice at once leads to one request: the other run is retried and finds it recorded', async () => {
    const [job, sender] = [await aRetryDueIn(0), createScriptedSender()];
    const runs = await Promise.all([1, 2].map(() => startDelivering(cloud, sender)(queueEvent(job))));

    expect(runs).toEqual(expect.arrayContaining([DONE]));
    expect(sender.requests).toHaveLength(1);
    for (const run of runs) expect([DONE, AGAIN]).toContainEqual(run);
    expect(await startDelivering(cloud, sender)(queueEvent(job, 2))).toEqual(DONE);
    expect(sender.requests).toHaveLength(1);
  });
});

function signatureOf(request: WebhookRequest | undefined): string | undefined {
  return request?.headers['webhook-signature'];
}

/** The Standard Webhooks signature with a secret of this text. */
function macOf(secret: string, request: WebhookRequest | undefined): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = request?.headers ?? {};
  const signed = `${id}.${timestamp}.${request?.body.toString()}`;
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}
