import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { planResend, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

const it = itWith(setUp);

/** A delivery that is retrying after a 500, and a resend of it; the receiver responds to the resend with `script`. */
async function setUp(...script: readonly number[]) {
  const fixture = createDeliveryFixture(500, ...script);
  const { platform } = fixture;
  const { job: first, endpoint } = await fixture.prepare();
  await fixture.deliver(first);
  fixture.clock.advance(5);

  async function resend(original: Delivery | undefined) {
    if (!original) throw new Error('Nothing to resend');
    return requestResend(fixture, original, endpoint);
  }

  const original = () => fixture.stored(first);
  const job = await resend(await original());
  return { fixture, platform, first, job, original, resend };
}

async function requestResend(
  { platform, clock }: ReturnType<typeof createDeliveryFixture>,
  original: Delivery,
  endpoint: Endpoint,
) {
  const planned = planResend(original, endpoint, newId(clock()), clock());
  const job = resendJob(planned, original);
  await platform.requests.requestResend(planned, original, job, aContext());
  return job;
}

const CANCELLED = { state: 'cancelled', reason: 'superseded_by_resend', nextAttemptAt: null };

describe('deliver-webhook, a resend', () => {
  it('sends the bytes of the event again, with its own delivery id', async ({ fixture, job }) => {
    await fixture.deliver(job);

    const [first, second] = fixture.sender.requests;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['x-webhook-delivery']).toBe(job.deliveryId);
    expect(first?.headers['x-webhook-delivery']).not.toBe(job.deliveryId);
  });

  it('that succeeds ends the retries of its original', async ({ fixture, job, original }) => {
    await fixture.deliver(job);

    expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded' });
    expect(await original()).toMatchObject({ ...CANCELLED, finishedAt: secondsAfterNow(5), attempts: [{}] });
  });

  it('that succeeds leaves the planned retry nothing to send', async ({ fixture, job, first }) => {
    await fixture.deliver(job);
    fixture.clock.advance(5);
    await fixture.deliver({ ...first, attempt: 2, dueAt: secondsAfterNow(10).getTime(), body: null });

    expect(fixture.sender.requests).toHaveLength(2);
  });

  it('of a resend ends the retries of both that resend and the first delivery', async () => {
    const { fixture, platform, job, original, resend } = await setUp(500);
    await fixture.deliver(job);
    const again = await resend(await fixture.stored(job));
    await fixture.deliver(again);

    expect(again.resendOf).toBe((await original())?.id);
    expect(await fixture.stored(again)).toMatchObject({ state: 'succeeded' });
    expect(await fixture.stored(job)).toMatchObject(CANCELLED);
    expect(await original()).toMatchObject(CANCELLED);
    expect(
      await platform.deliveries.list(deliveriesOf(job.endpointId), { order: 'asc', limit: 9 }),
    ).toHaveLength(3);
  });

  it('that succeeds at a later attempt ends the retries then', async () => {
    const { fixture, job, original } = await setUp(500);
    await fixture.deliver(job);
    expect(await original()).toMatchObject({ state: 'retrying' });
    fixture.clock.advance(10);
    await fixture.deliver({ ...job, attempt: 2, dueAt: secondsAfterNow(15).getTime() });

    expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{}, {}] });
    expect(await original()).toMatchObject(CANCELLED);
  });

  it.each([500, 404, 302])('that gets the response %i ends nothing', async (status) => {
    const { fixture, job, original } = await setUp(status);
    const before = await original();
    await fixture.deliver(job);

    expect(await original()).toEqual(before);
  });

  it.each(['succeeded', 'failed', 'cancelled'] as const)(
    'keeps a %s original as it ended, and records there what was delivered',
    async (state, { fixture, platform, job, original }) => {
      const stored = await original();
      if (stored)
        await platform.deliveries.settle(stored, { ...stored, state, finishedAt: secondsAfterNow(6) });
      const before = await original();
      await fixture.deliver(job);

      expect(before?.state).toBe(state);
      expect(await original()).toEqual({ ...before, deliveredBy: job.deliveryId });
    },
  );

  it('ends the retries of its original when it is received again after a crash in between', async () => {
    const { fixture, platform, job, original } = await setUp();
    const { supersede } = platform.deliveries;
    platform.deliveries.supersede = () => Promise.reject(new Error('Crash'));
    await expect(fixture.deliver(job)).rejects.toThrow('Crash');
    expect(await original()).toMatchObject({ state: 'retrying' });

    platform.deliveries.supersede = supersede;
    await fixture.deliver(job, 2);
    expect(fixture.sender.requests).toHaveLength(2);
    expect(await original()).toMatchObject(CANCELLED);
  });

  it('ends the retries also after a crash at a later attempt', async () => {
    const { fixture, platform, job, original } = await setUp(500);
    await fixture.deliver(job);
    const { supersede } = platform.deliveries;
    platform.deliveries.supersede = () => Promise.reject(new Error('Crash'));
    fixture.clock.advance(10);
    const retry = { ...job, attempt: 2, dueAt: secondsAfterNow(15).getTime() };
    await expect(fixture.deliver(retry)).rejects.toThrow('Crash');
    platform.deliveries.supersede = supersede;
    await fixture.deliver(retry, 2);

    expect(fixture.sender.requests).toHaveLength(3);
    expect(await original()).toMatchObject(CANCELLED);
  });

  it('succeeds when its original no longer exists', async ({ fixture, job }) => {
    await fixture.deliver({ ...job, supersedes: [newId(secondsAfterNow(0))] });

    expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded' });
  });
});
