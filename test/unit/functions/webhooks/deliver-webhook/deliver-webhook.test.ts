import { createHmac } from 'node:crypto';
import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { WebhookRequest } from '#shared/webhooks/ports/webhook-sender.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, createDeliveryFixture, SECRETS } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

const WEEK = 7 * 86_400;

function retryOf(job: DeliveryJob, attempt: number, dueInSeconds: number): DeliveryJob {
  return { ...job, attempt, dueAt: secondsAfterNow(dueInSeconds).getTime(), body: null };
}

/** Stripe-style signature, computed without the code under test (docs/specification/webhooks.md#signatures). */
function macOf(secret: string, request: WebhookRequest | undefined): string {
  const time = request?.headers['webhook-timestamp'] ?? '';
  return `v1=${createHmac('sha256', secret)
    .update(`${time}.`)
    .update(request?.body ?? '')
    .digest('hex')}`;
}

function signaturesOf(request: WebhookRequest | undefined): string[] {
  return request?.headers['x-webhook-signature']?.split(',').slice(1) ?? [];
}

describe('deliver-webhook', () => {
  describe('a first attempt', () => {
    it('sends the exact bytes, signed, to the URL of the endpoint', async (fixture) => {
      const { job, endpoint, event } = await fixture.prepare({ event: { body: '{ "name":"Zoë 🥐" }' } });
      await fixture.deliver(job);

      const [request] = fixture.sender.requests;
      expect(fixture.sender.requests).toHaveLength(1);
      expect(request?.url).toBe(endpoint.url);
      expect(request?.body).toEqual(Buffer.from(event.body));
      expect(request?.headers).toMatchObject({
        'x-webhook-event': event.event,
        'x-webhook-delivery': job.deliveryId,
        'webhook-id': event.id,
        'webhook-timestamp': String(NOW.getTime() / 1000),
      });
      expect(signaturesOf(request)).toEqual([macOf(SECRETS.current, request)]);
    });

    it('records a success and plans nothing', async () => {
      const fixture = createDeliveryFixture(204);
      const { job, endpoint, event } = await fixture.prepare({ event: { channel: 'sms', test: true } });
      await fixture.deliver(job);

      expect(await fixture.stored(job)).toMatchObject({
        id: job.deliveryId,
        endpointId: endpoint.id,
        workspaceId: endpoint.workspaceId,
        eventId: event.id,
        channel: 'sms',
        test: true,
        state: 'succeeded',
        reason: null,
        attempts: [{ number: 1, startedAt: NOW, statusCode: 204, outcome: 'success', error: null }],
        createdAt: NOW,
        nextAttemptAt: null,
        finishedAt: NOW,
        payloadExpiresAt: secondsAfterNow(WEEK),
        correlationId: event.correlationId,
      });
      expect(fixture.planned()).toEqual([]);
    });

    it('reads a body that is too large for the message from the event', async (fixture) => {
      const body = 'ë'.repeat(5000);
      const { job } = await fixture.prepare({ event: { body } });
      await fixture.deliver(job);

      expect(job.body).toBeNull();
      expect(fixture.sender.requests[0]?.body).toEqual(Buffer.from(body));
    });

    it('reads no record when it is received for the first time', async (fixture) => {
      const { job } = await fixture.prepare();
      fixture.platform.deliveries.claim = () => Promise.reject(new Error('Not for a first attempt'));
      await fixture.deliver(job);

      expect(fixture.sender.requests).toHaveLength(1);
    });

    it('logs ids and figures, neither body nor secret', async () => {
      const fixture = createDeliveryFixture(500);
      const { job } = await fixture.prepare({ event: { body: '{"secret":"body"}' } });
      await fixture.deliver(job);

      expect(fixture.log.lines).toMatchObject([
        { code: 'ATTEMPT_MADE', fields: { delivery_id: job.deliveryId, status: 500, state: 'retrying' } },
      ]);
      expect(JSON.stringify(fixture.log.lines)).not.toMatch(/secret|whsec/u);
    });
  });

  describe('a response of the receiver', () => {
    it('500: the delivery is retrying and attempt 2 is planned, its bytes by reference', async () => {
      const fixture = createDeliveryFixture(500);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);

      expect(await fixture.stored(job)).toMatchObject({
        state: 'retrying',
        reason: 'receiver_error',
        nextAttemptAt: secondsAfterNow(10),
        finishedAt: null,
      });
      expect(fixture.queue.sent).toEqual([{ job: retryOf(job, 2, 10), delaySeconds: 10 }]);
    });

    it('404: the delivery has failed, and nothing is planned', async () => {
      const fixture = createDeliveryFixture(404);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);

      expect(await fixture.stored(job)).toMatchObject({
        state: 'failed',
        reason: 'receiver_rejected',
        finishedAt: NOW,
      });
      expect(fixture.planned()).toEqual([]);
    });

    it('500 six times: all attempts are on record, and the delivery has failed', async () => {
      const fixture = createDeliveryFixture(500, 500, 500, 500, 500, 500);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      for (let attempt = 2; attempt <= 6; attempt += 1) {
        const next = fixture.planned().find((each) => each.attempt === attempt);
        fixture.clock.advance(((next?.dueAt ?? 0) - fixture.clock().getTime()) / 1000);
        await fixture.deliver(next ?? job);
      }

      const delivery = await fixture.stored(job);
      expect(delivery).toMatchObject({ state: 'failed', reason: 'attempts_exhausted', nextAttemptAt: null });
      expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(delivery?.finishedAt).toEqual(secondsAfterNow(10 + 60 + 300 + 1800 + 7200));
      expect(fixture.sender.requests).toHaveLength(6);
      expect(fixture.planned()).toHaveLength(5);
      expect(fixture.planner.schedules).toHaveLength(2);
    });

    it('200 at last: signed again, under the same delivery id', async () => {
      const fixture = createDeliveryFixture(503, 200);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      fixture.clock.advance(10);
      await fixture.deliver(fixture.planned()[0] ?? job);

      const [first, second] = fixture.sender.requests;
      expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{}, { number: 2 }] });
      expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
      expect(second?.headers['webhook-timestamp']).toBe(String(secondsAfterNow(10).getTime() / 1000));
      expect(signaturesOf(second)).toEqual([macOf(SECRETS.current, second)]);
      expect(second?.body).toEqual(first?.body);
    });
  });

  describe('an endpoint that', () => {
    it.each([
      ['was edited', { url: 'https://new.example.com/x' }, 'endpoint_edited'],
      ['was paused', { enabled: false }, 'endpoint_paused'],
    ] as const)('%s gets nothing: the delivery is cancelled', async (_, fields, reason, fixture) => {
      const { job, endpoint } = await fixture.prepare();
      await fixture.edit(endpoint, fields);
      await fixture.deliver(job);

      expect(fixture.sender.requests).toEqual([]);
      expect(await fixture.stored(job)).toMatchObject({ state: 'cancelled', reason, finishedAt: NOW });
      expect(fixture.planned()).toEqual([]);
    });

    it('was renamed gets its delivery', async (fixture) => {
      const { job, endpoint } = await fixture.prepare();
      await fixture.edit(endpoint, { name: 'Other desk' });
      await fixture.deliver(job);

      expect(fixture.sender.requests).toHaveLength(1);
    });

    it('was deleted gets nothing: the delivery is cancelled', async (fixture) => {
      const { job, endpoint } = await fixture.prepare();
      await fixture.platform.endpoints.remove(endpoint, aContext());
      await fixture.deliver(job);

      expect(fixture.sender.requests).toEqual([]);
      expect(await fixture.stored(job)).toMatchObject({ state: 'cancelled', reason: 'endpoint_deleted' });
    });

    it('is suspended gets nothing yet: the delivery is held, and does not end', async (fixture) => {
      const { job } = await fixture.prepare({ endpoint: { suspendedReason: 'admin_lost_access' } });
      await fixture.deliver(job);
      await fixture.deliver(job, 2);

      expect(fixture.sender.requests).toEqual([]);
      expect(await fixture.stored(job)).toMatchObject({
        state: 'held',
        reason: 'endpoint_suspended',
        finishedAt: null,
      });
      expect(fixture.planned()).toEqual([]);
    });

    it.each([
      ['is not found', { endpointId: newId(NOW) }],
      ['is older than the message', { settingsVersion: 2 }],
    ])('%s proves nothing: the message is received again', async (_, change, fixture) => {
      const job = { ...(await fixture.prepare()).job, ...change };

      await expect(fixture.deliver(job)).rejects.toThrow('older');
      expect(fixture.sender.requests).toEqual([]);
      expect(await fixture.stored(job)).toBeUndefined();
    });

    it('was edited while the request was in flight keeps a success', async () => {
      const fixture = createDeliveryFixture(200);
      const { job, endpoint } = await fixture.prepare();
      fixture.whileInFlight(() => fixture.edit(endpoint, { enabled: false }));
      await fixture.deliver(job);

      expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
    });

    it.each([500, 404])('was edited while the request was in flight cancels after %i', async (status) => {
      const fixture = createDeliveryFixture(status);
      const { job, endpoint } = await fixture.prepare();
      fixture.whileInFlight(() => fixture.edit(endpoint, { enabled: false }));
      await fixture.deliver(job);

      expect(await fixture.stored(job)).toMatchObject({
        state: 'cancelled',
        reason: 'endpoint_paused',
        attempts: [{ number: 1, statusCode: status }],
      });
      expect(fixture.planned()).toEqual([]);
    });
  });

  describe('a payload that no longer exists', () => {
    it.each(['', undefined])('ends the delivery as failed (%j)', async (body, fixture) => {
      const { job, event } = await fixture.prepare({ event: { body: 'x'.repeat(5000) } });
      if (body === undefined) fixture.platform.core.events.delete(event.id);
      else fixture.platform.core.events.set(event.id, { ...event, body });
      await fixture.deliver(job);

      expect(fixture.sender.requests).toEqual([]);
      expect(await fixture.stored(job)).toMatchObject({
        state: 'failed',
        reason: 'payload_expired',
        attempts: [],
        finishedAt: NOW,
      });
    });
  });

  describe('while the key service is down', () => {
    it('a first attempt waits a minute, uncounted and unrecorded', async (fixture) => {
      const { job } = await fixture.prepare();
      fixture.secrets.breakDown();
      await fixture.deliver(job);

      expect(fixture.sender.requests).toEqual([]);
      expect(await fixture.stored(job)).toBeUndefined();
      const deferred = { ...job, dueAt: secondsAfterNow(60).getTime() };
      expect(fixture.queue.sent).toEqual([{ job: deferred, delaySeconds: 60 }]);
      // An alarm counts these lines, which are the only sign of the outage.
      expect(fixture.log.lines).toMatchObject([
        {
          level: 'warn',
          code: 'SECRET_UNAVAILABLE',
          fields: {
            delivery_id: job.deliveryId,
            correlation_id: job.correlationId,
            error: 'SecretUnavailableError',
          },
        },
      ]);

      fixture.secrets.repair();
      fixture.clock.advance(60);
      await fixture.deliver(deferred);
      expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
    });

    it('a retry waits for its lease, and is then sent as the same attempt', async () => {
      const fixture = createDeliveryFixture(500);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      fixture.queue.sent.length = 0;
      fixture.clock.advance(10);
      fixture.secrets.breakDown();
      await fixture.deliver(retryOf(job, 2, 10));
      const [deferred] = fixture.queue.sent;
      expect(deferred).toEqual({ job: retryOf(job, 2, 70), delaySeconds: 60 });

      fixture.secrets.repair();
      fixture.clock.advance(60);
      await fixture.deliver(deferred?.job ?? job);
      expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{}, { number: 2 }] });
    });

    it('a delivery does not outlive its payload', async (fixture) => {
      const { job } = await fixture.prepare();
      fixture.secrets.breakDown();
      fixture.clock.advance(WEEK - 1);
      await fixture.deliver(job);
      expect(fixture.queue.sent).toHaveLength(1);
      fixture.clock.advance(1);
      await fixture.deliver(job);

      expect(fixture.queue.sent).toHaveLength(1);
      expect(await fixture.stored(job)).toMatchObject({ state: 'failed', reason: 'payload_expired' });
    });
  });

  describe('the previous signing secret', () => {
    it.each([
      ['still signs within the overlap', secondsAfterNow(1), [SECRETS.current, SECRETS.previous]],
      ['does not sign once it has expired', NOW, [SECRETS.current]],
    ])('%s', async (_, expiresAt, signing, fixture) => {
      const { job } = await fixture.prepare({
        endpoint: { secrets: { current: '', hint: '', previous: { sealed: '', expiresAt } } },
      });
      await fixture.deliver(job);

      const [request] = fixture.sender.requests;
      expect(signaturesOf(request)).toEqual(signing.map((secret) => macOf(secret, request)));
    });
  });

  it('fails when the record cannot be read, so that the message is received again', async (fixture) => {
    const { job } = await fixture.prepare();
    fixture.platform.deliveries.recordAttempt = () => Promise.reject(new Error('The table is down'));

    await expect(fixture.deliver(job)).rejects.toThrow('The table is down');
  });
});
