import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deliveryJobSchema } from '#shared/webhooks/domain/delivery-message.ts';
import { withShardOf } from '#shared/webhooks/domain/delivery-shards.ts';
import {
  planResend,
  requireResendable,
  resendJob,
  resendObstacle,
} from '#shared/webhooks/domain/plan-resend.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';

const WEEK = 7 * 86_400;
const AT = secondsAfterNow(600);

/** A delivery with every field set. */
const ORIGINAL = aDelivery({
  channel: 'sms',
  state: 'failed',
  reason: 'attempts_exhausted',
  resendCount: 3,
  lastResendId: newId(NOW),
  attempts: [anAttempt()],
  nextAttemptAt: secondsAfterNow(1),
  finishedAt: secondsAfterNow(2),
});
const ENDPOINT = anEndpoint({ enabled: true, settingsVersion: 9 });
const ID = withShardOf(newId(AT), ORIGINAL.id);

describe('planResend', () => {
  it('is a new delivery of the same event, with the current settings', () => {
    expect(planResend(ORIGINAL, ENDPOINT, ID, AT)).toEqual({
      ...ORIGINAL,
      id: ID,
      state: 'queued',
      reason: null,
      resendOf: ORIGINAL.id,
      resendCount: 0,
      lastResendId: null,
      settingsVersion: 9,
      attempts: [],
      createdAt: AT,
      nextAttemptAt: AT,
      finishedAt: null,
    });
  });

  it('does not prolong the payload: it expires with its event', () => {
    expect(planResend(ORIGINAL, ENDPOINT, ID, AT).payloadExpiresAt).toEqual(secondsAfterNow(WEEK));
  });

  it('references the original delivery, however many resends lie between', () => {
    const second = planResend(ORIGINAL, ENDPOINT, newId(AT), AT);
    const third = planResend(second, ENDPOINT, newId(AT), AT);
    const fourth = planResend(third, ENDPOINT, newId(AT), AT);

    expect([second, third, fourth].map(({ resendOf }) => resendOf)).toEqual([
      ORIGINAL.id,
      ORIGINAL.id,
      ORIGINAL.id,
    ]);
  });

  it('keeps the mark of a test event', () => {
    expect(planResend({ ...ORIGINAL, test: true }, ENDPOINT, ID, AT).test).toBe(true);
  });
});

describe('resendJob', () => {
  const resend = planResend(ORIGINAL, ENDPOINT, ID, AT);

  it('asks for the first attempt now, with the bytes to be read from the event', () => {
    expect(resendJob(resend, ORIGINAL)).toEqual({
      deliveryId: ID,
      endpointId: ORIGINAL.endpointId,
      shard: ORIGINAL.shard,
      workspaceId: ORIGINAL.workspaceId,
      eventId: ORIGINAL.eventId,
      event: ORIGINAL.event,
      product: 'salesbot',
      channel: 'sms',
      test: false,
      resendOf: ORIGINAL.id,
      supersedes: [ORIGINAL.id],
      settingsVersion: 9,
      attempt: 1,
      dueAt: AT.getTime(),
      createdAt: AT.getTime(),
      recordedAt: NOW.getTime(),
      body: null,
      correlationId: ORIGINAL.correlationId,
    });
  });

  it('supersedes the delivery it repeats and the original, each once', () => {
    const third = planResend(resend, ENDPOINT, newId(AT), AT);

    expect(resendJob(third, resend).supersedes.toSorted()).toEqual([resend.id, ORIGINAL.id].toSorted());
    expect(resendJob(resend, ORIGINAL).supersedes).toEqual([ORIGINAL.id]);
  });

  it('is what deliver-webhook reads', () => {
    const job = resendJob(resend, ORIGINAL);

    expect(v.parse(deliveryJobSchema, JSON.parse(JSON.stringify(job)))).toEqual(job);
  });
});

describe('resendObstacle', () => {
  const ORDER_PAID = 'salesbot.store.order_paid';
  const CHANNELS = { event: 'salesbot.message.sent', channel: 'sms' } as const;

  it.each([
    ['the event is subscribed on all channels', ORIGINAL, [{ event: ORDER_PAID, channel: 'all' }]],
    ['event and channel are subscribed', { ...ORIGINAL, ...CHANNELS }, [CHANNELS]],
    [
      'the event has no channel and all is subscribed',
      { ...ORIGINAL, channel: null },
      [{ event: ORDER_PAID, channel: 'all' }],
    ],
  ] as const)('is none while %s', (_, delivery, subscriptions) => {
    expect(resendObstacle(delivery, anEndpoint({ subscriptions }), NOW)).toBeUndefined();
  });

  it.each([
    ['another event', ORIGINAL, [{ event: 'salesbot.message.sent', channel: 'all' }]],
    [
      'another channel of the event',
      { ...ORIGINAL, ...CHANNELS },
      [{ event: CHANNELS.event, channel: 'whatsapp' }],
    ],
    ['a channel, although it had none', { ...ORIGINAL, ...CHANNELS, channel: null }, [CHANNELS]],
    [
      'an event of a newer version',
      { ...ORIGINAL, event: 'salesbot.new.event' },
      [{ event: ORDER_PAID, channel: 'all' }],
    ],
  ] as const)('is the subscription if that is for %s', (_, delivery, subscriptions) => {
    expect(resendObstacle(delivery, anEndpoint({ subscriptions }), NOW)).toBe('endpoint_not_subscribed');
  });

  it.each([
    [WEEK - 1, undefined],
    [WEEK, 'payload_expired'],
    [WEEK + 1, 'payload_expired'],
  ])('is the payload after %i seconds: %s', (seconds, obstacle) => {
    expect(resendObstacle(ORIGINAL, ENDPOINT, secondsAfterNow(seconds))).toBe(obstacle);
  });

  it('is the subscription first if both apply', () => {
    const endpoint = anEndpoint({ subscriptions: [{ event: 'salesbot.message.sent', channel: 'all' }] });

    expect(resendObstacle(ORIGINAL, endpoint, secondsAfterNow(WEEK))).toBe('endpoint_not_subscribed');
  });
});

describe('requireResendable', () => {
  it('accepts a delivery without an obstacle', () => {
    expect(() => requireResendable(ORIGINAL, ENDPOINT, NOW)).not.toThrow();
  });

  it('rejects with the code of the obstacle, and returns until when the payload was stored', () => {
    const endpoint = anEndpoint({ subscriptions: [] });

    expect(() => requireResendable(ORIGINAL, endpoint, NOW)).toThrow(
      expect.objectContaining({ code: 'endpoint_not_subscribed' }),
    );
    expect(() => requireResendable(ORIGINAL, ENDPOINT, secondsAfterNow(WEEK))).toThrow(
      expect.objectContaining({
        code: 'payload_expired',
        message: expect.stringContaining(secondsAfterNow(WEEK).toISOString()),
      }),
    );
  });
});
