import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deferredUntil } from '#shared/webhooks/domain/deferred.ts';
import { nextJob, toDelivery, toDeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, aJob, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';

describe('toDeliveryJob', () => {
  it('is the message the delivery came from, to be read from the event', () => {
    const job = aJob({ channel: 'whatsapp', test: true, settingsVersion: 7 });

    expect(toDeliveryJob(toDelivery(job))).toEqual({ ...job, body: null });
  });

  it('requests the attempt after the last recorded one, at its planned time', () => {
    const job = aJob();
    const delivery = { ...toDelivery(job), ...aRetry(), attempts: [anAttempt()] };

    expect(toDeliveryJob(delivery)).toEqual(nextJob(job, delivery));
    expect(toDeliveryJob(delivery)).toMatchObject({ attempt: 2, dueAt: secondsAfterNow(60).getTime() });
  });

  it('is not deferred again if the circuit breaker deferred it', () => {
    const deferred = { ...toDelivery(aJob()), ...deferredUntil(1, secondsAfterNow(840)) };

    expect(toDeliveryJob(deferred)).toMatchObject({
      attempt: 1,
      deferred: true,
      dueAt: secondsAfterNow(840).getTime(),
    });
  });

  it('is the message of a resend, which ends the retries of the original delivery', () => {
    const original = aDelivery({ state: 'failed', finishedAt: NOW });
    const createdAt = secondsAfterNow(3600);
    const resend = aDelivery({
      ...original,
      id: newId(createdAt),
      resendOf: original.id,
      state: 'queued',
      createdAt,
    });

    expect(toDeliveryJob({ ...resend, nextAttemptAt: createdAt })).toEqual(resendJob(resend, original));
  });
});
