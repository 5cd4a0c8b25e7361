import { describe, expect, it } from 'vitest';
import { deliveryOf, nextJob } from '#shared/webhooks/domain/delivery-of-job.ts';
import { jobOf } from '#shared/webhooks/domain/job-of.ts';
import { parkedUntil } from '#shared/webhooks/domain/parked.ts';
import { resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aDelivery, aJob, anAttempt, aRetry, later, NOW } from '#test/support/builders/platform/builders.ts';

describe('jobOf', () => {
  it('is the message the delivery came from, to be read from the event', () => {
    const job = aJob({ channel: 'whatsapp', test: true, settings_version: 7 });

    expect(jobOf(deliveryOf(job))).toEqual({ ...job, body: null });
  });

  it('asks for the attempt after the last one on record, due when it was planned', () => {
    const job = aJob();
    const delivery = { ...deliveryOf(job), ...aRetry(), attempts: [anAttempt()] };

    expect(jobOf(delivery)).toEqual(nextJob(job, delivery));
    expect(jobOf(delivery)).toMatchObject({ attempt: 2, due_at: later(60).getTime() });
  });

  it('is put off no more if the circuit breaker did that', () => {
    const parked = { ...deliveryOf(aJob()), ...parkedUntil(1, later(840)) };

    expect(jobOf(parked)).toMatchObject({ attempt: 1, parked: true, due_at: later(840).getTime() });
  });

  it('is the message of a resend, which ends the first delivery of its chain', () => {
    const original = aDelivery({ state: 'failed', finishedAt: NOW });
    const createdAt = later(3600);
    const resend = aDelivery({
      ...original,
      id: newId(createdAt),
      resendOf: original.id,
      state: 'queued',
      createdAt,
    });

    expect(jobOf({ ...resend, nextAttemptAt: createdAt })).toEqual(resendJob(resend, original, NOW));
  });
});
