import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  aJob,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import {
  requestErasure,
  createErasureFixture,
  EXCERPT,
  NOTHING,
  SETTLE,
} from '#test/support/fixtures/privacy/erasure-fixture.ts';

const HOUR = 3600;

describe('redact-payloads', () => {
  it('redacts the bodies of all events about the contact, and the response bodies of receivers', async () => {
    const { run, told, storedOfAll } = await requestErasure();
    expect(told.flatMap(({ deliveries }) => deliveries)).toHaveLength(6);
    await run();

    expect(await storedOfAll()).toEqual([NOTHING, NOTHING, NOTHING]);
  });

  it('ends the resend period at the time of the request', async () => {
    const { run, told, erasure, platform } = await requestErasure(1);
    await run();

    for (const { endpointId, id } of told.flatMap(({ deliveries }) => deliveries)) {
      const { payloadExpiresAt, state } =
        (await platform.deliveries.find(deliveriesOf(endpointId), id)) ?? {};
      expect({ payloadExpiresAt, state }).toEqual({ payloadExpiresAt: erasure.createdAt, state: 'retrying' });
    }
  });

  it('redacts resends too', async () => {
    const { run, told, platform } = await requestErasure(1);
    const [original] = told[0]?.deliveries ?? [];
    if (!original) throw new Error('Nothing was delivered');
    const { endpointId } = original;
    const resends = [1, 2].map(() =>
      aDelivery({ id: newId(original.createdAt), endpointId, resendOf: original.id }),
    );
    for (const resend of resends) {
      await platform.requests.requestResend(resend, original, aJob(), aContext());
      await platform.deliveries.recordAttempt(resend, anAttempt({ responseText: EXCERPT }), aRetry());
    }
    await run();
    const found = await Promise.all(
      resends.map(({ id }) => platform.deliveries.find(deliveriesOf(endpointId), id)),
    );

    expect(found.map((each) => each?.attempts[0]?.responseText)).toEqual([null, null]);
  });

  it('leaves the same contact of another workspace and other contacts unchanged', async () => {
    const { run, tell, storedOf, workspaceId, contact } = await requestErasure();
    const others = [await tell(contact, randomUUID(), 1, NOW), await tell(randomUUID(), workspaceId, 1, NOW)];
    await run();

    for (const other of others)
      expect(await storedOf(other)).toEqual({ body: other.event.body, excerpts: [EXCERPT] });
  });

  it('redacts the same contact in each workspace that requests it', async () => {
    const { run, tell, ask, storedOf, clock, contact, storedOfAll } = await requestErasure(1);
    const other = newId(clock());
    const told = await tell(contact, other, 1, NOW);
    await ask(other, contact);
    clock.advance(SETTLE);
    await run();

    expect(await storedOfAll()).toEqual([NOTHING]);
    expect(await storedOf(told)).toEqual(NOTHING);
  });

  it('leaves events unchanged that are recorded after the request, in both passes', async () => {
    const { run, tell, storedOf, clock, workspaceId, contact } = await requestErasure();
    const late = await tell(contact, workspaceId);
    await run();
    clock.advance(20 * HOUR);
    await run();

    expect((await storedOf(late)).body).toBe(late.event.body);
  });

  it('changes nothing when it runs twice', async () => {
    const { run, told, platform } = await requestErasure();
    await run();
    const events = () => Promise.all(told.map(({ event }) => platform.events.find(event.id)));
    const deliveries = () =>
      Promise.all(
        told
          .flatMap((each) => each.deliveries)
          .map(({ endpointId, id }) => platform.deliveries.find(deliveriesOf(endpointId), id)),
      );
    const before = [await events(), await deliveries()];
    await run();

    expect([await events(), await deliveries()]).toEqual(before);
  });

  it('makes a second pass after 20 hours, for what was in flight, and is then done', async () => {
    const { run, told, platform, clock, asked, storedOfAll } = await requestErasure(1);
    await run();
    expect(await asked()).toMatchObject({ state: 'queued', pass: 2 });
    const [delivery] = told[0]?.deliveries ?? [];
    if (!delivery) throw new Error('Nothing was delivered');
    await platform.deliveries.recordAttempt(
      delivery,
      anAttempt({ number: 2, responseText: EXCERPT }),
      aRetry(),
    );
    clock.advance(20 * HOUR - SETTLE - 1);
    await run();
    expect(await storedOfAll()).toEqual([{ body: '', excerpts: [EXCERPT] }]);

    clock.advance(1);
    await run();
    expect(await storedOfAll()).toEqual([NOTHING]);
    expect(await asked()).toMatchObject({ state: 'completed', finishedAt: clock() });
  });

  it('reads only the pending erasures if there are none', async () => {
    const { run, tell, storedOf } = createErasureFixture();
    const told = await tell(randomUUID(), randomUUID());
    const fail = async () => {
      throw new Error('Read');
    };
    await run({ findLast: fail, readMinute: fail });

    expect((await storedOf(told)).body).toBe(told.event.body);
  });

  it('logs an error when a contact has not been erased in 22 hours', async () => {
    const { run, clock, log, asked } = await requestErasure(1);
    clock.advance(22 * HOUR - SETTLE - 1);
    await run();
    expect(await asked()).toMatchObject({ pass: 2 });
    expect(log.lines.map(({ code }) => code)).not.toContain('ERASURE_LATE');
    clock.advance(1);
    await run();

    expect(log.lines.map(({ code }) => code)).toContain('ERASURE_LATE');
    expect(await asked()).toMatchObject({ state: 'completed' });
  });
});
