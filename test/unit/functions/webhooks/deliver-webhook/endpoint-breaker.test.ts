import { describe, expect, it } from 'vitest';
import { toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { BREAKER, createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';
import { openBreaker, withoutResponse } from '#test/support/fixtures/webhooks/unresponsive.ts';

type Script = readonly (number | SendResult)[];

const FIRST_PROBE_JOB = { after: null, secondPass: false };

/** A fixture whose endpoint was unresponsive to several deliveries. */
async function unresponsive(probeInSeconds = 30, ...script: Script) {
  const fixture = createDeliveryFixture(...script);
  // Defers for the longest time.
  fixture.draw(0);
  const prepared = await fixture.prepare();
  await openBreaker(fixture.platform.health, prepared.endpoint, { probeAt: secondsAfterNow(probeInSeconds) });
  return { fixture, ...prepared };
}

describe('deliver-webhook, to a slow endpoint', () => {
  async function slow() {
    const fixture = createDeliveryFixture();
    const { endpoint, job } = await fixture.prepare();
    await fixture.platform.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));
    return { fixture, job };
  }

  it('sends the message to the slow lane instead of making the request', async () => {
    const { fixture, job } = await slow();
    await fixture.deliver(job);

    expect(fixture.sender.requests).toEqual([]);
    expect(fixture.slowLane.sent).toEqual([{ job: { ...job, slow: true }, delaySeconds: 0 }]);
    expect(await fixture.stored(job)).toBeUndefined();
  });

  it('makes the request in the slow lane', async () => {
    const { fixture, job } = await slow();
    await fixture.deliver({ ...job, slow: true });

    expect(fixture.sender.requests).toHaveLength(1);
    expect(fixture.slowLane.sent).toEqual([]);
  });

  it('makes no second request when the message was received again before its diversion', async () => {
    const { fixture, job } = await slow();
    await fixture.platform.deliveries.recordAttempt(toDelivery(job), anAttempt(), aRetry());
    await fixture.deliver(job, 2);
    for (const sent of fixture.slowLane.sent) await fixture.deliver(sent.job, 1);

    expect(fixture.slowLane.sent).toHaveLength(1);
    expect(fixture.sender.requests).toEqual([]);
  });

  it('acquires no lease that would delay the slow lane', async () => {
    const { fixture, job } = await slow();
    await fixture.platform.deliveries.recordAttempt(toDelivery(job), anAttempt(), aRetry());
    const retry = { ...job, attempt: 2, body: null };
    await fixture.deliver(retry);
    await fixture.deliver({ ...retry, slow: true });

    expect(fixture.sender.requests).toHaveLength(1);
  });
});

describe('deliver-webhook, to an unresponsive endpoint', () => {
  it('defers a first attempt, recorded with reason and time', async () => {
    const { fixture, job } = await unresponsive();
    await fixture.deliver(job);

    expect(fixture.sender.requests).toEqual([]);
    expect(await fixture.stored(job)).toMatchObject({
      state: 'queued',
      reason: 'endpoint_unresponsive',
      nextAttemptAt: secondsAfterNow(BREAKER.deferSeconds),
      finishedAt: null,
      attempts: [],
    });
  });

  it('schedules it in the slow lane, without deferring it again', async () => {
    const { fixture, job } = await unresponsive();
    await fixture.deliver(job);

    expect(fixture.measured).toContainEqual(['Attempts', 1, 'deferred']);
    expect(fixture.slowLane.sent).toEqual([
      { job: { ...job, slow: true, deferred: true }, delaySeconds: BREAKER.deferSeconds },
    ]);
    expect(fixture.log.lines).toMatchObject([
      {
        code: 'DELIVERY_DEFERRED',
        fields: { delivery_id: job.deliveryId, attempt: 1, correlation_id: job.correlationId },
      },
    ]);
    fixture.clock.advance(BREAKER.deferSeconds);
    for (const sent of fixture.slowLane.sent) await fixture.deliver(sent.job);
    expect(fixture.sender.requests).toHaveLength(1);
    expect(await fixture.stored(job)).toMatchObject({
      state: 'succeeded',
      reason: null,
      nextAttemptAt: null,
    });
  });

  it('defers a retry as a retry', async () => {
    const { fixture, job } = await unresponsive();
    await fixture.platform.deliveries.recordAttempt(toDelivery(job), anAttempt(), aRetry());
    const retry = { ...job, attempt: 2, body: null };
    await fixture.deliver(retry);

    expect(await fixture.stored(job)).toMatchObject({
      state: 'retrying',
      reason: 'endpoint_unresponsive',
      nextAttemptAt: secondsAfterNow(BREAKER.deferSeconds),
      attempts: [{ number: 1 }],
    });
    expect(fixture.slowLane.sent).toMatchObject([{ job: { attempt: 2, deferred: true } }]);
  });

  it('makes one request when a deferred delivery is released twice before its own message arrives', async () => {
    const { fixture, endpoint, job } = await unresponsive();
    await fixture.deliver(job);
    await fixture.platform.health.recordResponse(endpoint);
    const letGo = { ...job, deferred: true, body: null };
    await fixture.deliver(letGo);
    await fixture.deliver(letGo);
    for (const sent of fixture.slowLane.sent) await fixture.deliver(sent.job);

    expect(fixture.sender.requests).toHaveLength(1);
  });

  it('does not defer a test event, for which a person waits', async () => {
    const { fixture, job } = await unresponsive();
    await fixture.deliver({ ...job, test: true, slow: true });

    expect(fixture.sender.requests).toHaveLength(1);
  });

  it('checks the endpoint before the breaker: a delivery of outdated settings is cancelled', async () => {
    const { fixture, endpoint, job } = await unresponsive();
    await fixture.edit(endpoint, { enabled: false });
    await fixture.deliver(job);
    await fixture.deliver(job, 2);

    expect(await fixture.stored(job)).toMatchObject({ state: 'cancelled', reason: 'endpoint_paused' });
    expect(fixture.slowLane.sent).toEqual([]);
  });

  it('sends as usual once the owner has edited it', async () => {
    const { fixture, endpoint } = await unresponsive();
    await fixture.edit(endpoint, { url: 'https://hooks.example.com/repaired' });
    const { job } = await fixture.ingest({ ...endpoint, settingsVersion: 2 });
    await fixture.deliver(job);

    expect(fixture.sender.requests).toMatchObject([{ url: 'https://hooks.example.com/repaired' }]);
  });

  it('recovers in the sweep a deferred delivery whose message was lost', async () => {
    const { fixture, job } = await unresponsive(9999);
    const sweep = createSweepFixture(fixture.platform);
    await sweep.run();
    await fixture.deliver(job);
    fixture.slowLane.sent.length = 0;

    await sweep.runFor(17);
    expect(sweep.queued()).toEqual([]);
    await sweep.runFor(1);
    expect(sweep.queue.sent).toMatchObject([{ job: { deliveryId: job.deliveryId, deferred: true } }]);
    fixture.clock.advance(18 * 60);
    for (const swept of sweep.queue.sent) await fixture.deliver(swept.job);
    for (const sent of fixture.slowLane.sent) await fixture.deliver(sent.job);
    expect(fixture.sender.requests).toHaveLength(1);
    expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded' });
  });

  describe('an attempt that is no longer waiting', () => {
    it('that is recorded is not deferred, but its retry is planned again', async () => {
      const { fixture, job } = await unresponsive();
      await fixture.platform.deliveries.recordAttempt(toDelivery(job), anAttempt(), aRetry());
      await fixture.deliver(job, 2);

      expect(fixture.queue.sent).toMatchObject([{ job: { attempt: 2 }, delaySeconds: 60 }]);
      expect(await fixture.stored(job)).toMatchObject({ reason: 'receiver_error' });
      expect(fixture.slowLane.sent).toEqual([]);
      expect(fixture.measured).toEqual([]);
    });

    it('whose delivery has ended is skipped', async () => {
      const { fixture, job } = await unresponsive();
      const ended = { state: 'cancelled', reason: 'superseded_by_resend' } as const;
      await fixture.platform.deliveries.settle(toDelivery(job), {
        ...ended,
        nextAttemptAt: null,
        finishedAt: secondsAfterNow(0),
      });
      await fixture.deliver(job, 2);

      expect(await fixture.stored(job)).toMatchObject(ended);
      expect(fixture.slowLane.sent).toEqual([]);
    });

    it('that another run owns is received again', async () => {
      const { fixture, job } = await unresponsive();
      const delivery = toDelivery(job);
      await fixture.platform.deliveries.settle(delivery, { ...delivery });
      await fixture.platform.deliveries.claim(delivery, 1, secondsAfterNow(0));

      await expect(fixture.deliver(job, 2)).rejects.toThrow('Another run');
      expect(await fixture.stored(job)).toMatchObject({ reason: null });
    });

    it('is received again, and claimed then, if it looked like the first attempt of a new delivery', async () => {
      const { fixture, job } = await unresponsive();
      await fixture.platform.deliveries.recordAttempt(toDelivery(job), anAttempt(), aRetry());

      await expect(fixture.deliver(job)).rejects.toThrow('claimed');
      await fixture.deliver(job, 2);
      expect(fixture.sender.requests).toEqual([]);
      expect(fixture.queue.sent).toMatchObject([{ job: { attempt: 2 } }]);
    });
  });

  describe('an endpoint with a scheduled probe', () => {
    it('assigns the probe to one of several deliveries and defers the others', async () => {
      const { fixture, endpoint, job } = await unresponsive(0);
      const { job: second } = await fixture.ingest(endpoint);
      await fixture.deliver(job);
      await fixture.deliver(second);

      expect(fixture.slowLane.sent).toEqual([
        { job: { ...job, slow: true, deferred: true }, delaySeconds: 0 },
        { job: { ...second, slow: true, deferred: true }, delaySeconds: BREAKER.deferSeconds },
      ]);
      expect(await fixture.stored(job)).toBeUndefined();
      expect(await fixture.stored(second)).toMatchObject({ reason: 'endpoint_unresponsive' });
    });

    it('makes the request for the probe, and sends a probe job a second after the next probe', async () => {
      const { fixture, endpoint, job } = await unresponsive(0, withoutResponse());
      await fixture.deliver(job);
      for (const sent of fixture.slowLane.sent.splice(0)) await fixture.deliver(sent.job);

      expect(fixture.sender.requests).toHaveLength(1);
      expect(fixture.releases.sent).toEqual([
        { job: { endpointId: endpoint.id, ...FIRST_PROBE_JOB }, delaySeconds: BREAKER.probeSeconds + 1 },
      ]);
      expect(await fixture.healthOf(endpoint)).toMatchObject({
        breaker: { probeAt: secondsAfterNow(BREAKER.probeSeconds) },
      });
    });
  });
});
