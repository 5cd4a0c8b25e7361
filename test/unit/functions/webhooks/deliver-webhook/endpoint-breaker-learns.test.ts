import { describe, expect, it } from 'vitest';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { BREAKER, createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { openBreaker, withoutResponse } from '#test/support/fixtures/webhooks/unresponsive.ts';

const OPENED = { openedAt: NOW, probeAt: secondsAfterNow(BREAKER.probeSeconds) };

type Script = readonly (number | SendResult)[];
type Fixture = ReturnType<typeof createDeliveryFixture>;

/** Delivers the first attempts of this many new deliveries. */
async function deliverNew(fixture: Fixture, endpoint: Endpoint, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { job } = await fixture.ingest(endpoint);
    await fixture.deliver(job);
  }
}

function lookAt(endpoint: Endpoint, delaySeconds: number) {
  return { job: { endpointId: endpoint.id, after: null, secondPass: false }, delaySeconds };
}

/** The log lines of the circuit breaker. */
function codesOf(fixture: Fixture): string[] {
  return fixture.log.lines.map(({ code }) => code).filter((code) => code !== 'ATTEMPT_MADE');
}

describe('deliver-webhook, detecting an unresponsive endpoint', () => {
  it.each(['timeout', 'connect_timeout', 'network_error'] as const)(
    'opens the breaker after %s of six different deliveries in a row, and sends a probe job',
    async (outcome) => {
      const fixture = createDeliveryFixture(...Array.from({ length: 6 }, () => withoutResponse(outcome)));
      const { endpoint } = await fixture.prepare();
      await deliverNew(fixture, endpoint, 5);
      expect(await fixture.healthOf(endpoint)).toMatchObject({ breaker: null });
      expect(fixture.releases.sent).toEqual([]);
      await deliverNew(fixture, endpoint, 1);

      expect(await fixture.healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
      expect(fixture.releases.sent).toEqual([lookAt(endpoint, BREAKER.probeSeconds + 1)]);
      expect(codesOf(fixture)).toEqual(['BREAKER_OPENED']);
    },
  );

  it('does not open it for requests that hung together, even if five more hang later and others get a response', async () => {
    const fixture = createDeliveryFixture(
      ...Array.from({ length: 9 }, () => withoutResponse()),
      200,
      withoutResponse(),
    );
    const { endpoint } = await fixture.prepare();
    // Nothing was recorded when they started, and all of them end at the same time.
    const together = await Promise.all(Array.from({ length: 9 }, () => fixture.ingest(endpoint)));
    await Promise.all(together.map(({ job }) => fixture.deliver(job)));
    expect(await fixture.healthOf(endpoint)).toMatchObject({
      breaker: null,
      timedOutDeliveries: { size: 1 },
    });
    await deliverNew(fixture, endpoint, 1);
    expect(await fixture.healthOf(endpoint)).toEqual(HEALTHY);
    await deliverNew(fixture, endpoint, 1);

    expect(await fixture.healthOf(endpoint)).toMatchObject({ breaker: null });
  });

  it('does not open it for five attempts of one delivery', async () => {
    const fixture = createDeliveryFixture(...Array.from({ length: 5 }, () => withoutResponse()));
    const { endpoint, job } = await fixture.prepare();
    let next: DeliveryJob | undefined = job;
    for (let attempt = 1; attempt <= 5 && next; attempt += 1) {
      await fixture.deliver(next);
      fixture.clock.advance(10_000);
      next = fixture.planned().at(-1);
    }

    expect((await fixture.stored(job))?.attempts).toHaveLength(5);
    expect(await fixture.healthOf(endpoint)).toMatchObject({
      breaker: null,
      timedOutDeliveries: new Set([job.deliveryId]),
    });
  });

  it.each([
    ['200', 200],
    ['500', 500],
    ['404', 404],
    ['302', withoutResponse('redirect')],
  ])('counts from zero after a response, even if it is %s', async (_, response) => {
    const silence = () => Array.from({ length: 5 }, () => withoutResponse());
    const fixture = createDeliveryFixture(...silence(), response, ...silence());
    const { endpoint } = await fixture.prepare();
    await deliverNew(fixture, endpoint, 6);
    expect(await fixture.healthOf(endpoint)).toEqual(HEALTHY);
    await deliverNew(fixture, endpoint, 5);

    expect(await fixture.healthOf(endpoint)).toMatchObject({ breaker: null });
    expect(fixture.releases.sent).toEqual([]);
  });

  it.each(['blocked_address', 'cancelled'] as const)('does not count %s', async (outcome) => {
    const silence = Array.from({ length: 5 }, () => withoutResponse());
    const fixture = createDeliveryFixture(...silence, withoutResponse(outcome), withoutResponse());
    const { endpoint } = await fixture.prepare();
    await deliverNew(fixture, endpoint, 6);
    expect(await fixture.healthOf(endpoint)).toMatchObject({ breaker: null });
    await deliverNew(fixture, endpoint, 1);

    expect(await fixture.healthOf(endpoint)).toMatchObject({ breaker: OPENED });
  });

  it('writes nothing for a healthy endpoint that responds', async () => {
    const fixture = createDeliveryFixture();
    const { job } = await fixture.prepare();
    fixture.platform.health.recordResponse = () => Promise.reject(new Error('Not in the usual case'));
    await fixture.deliver(job);

    expect(codesOf(fixture)).toEqual([]);
  });

  it('records nothing about settings that were edited while the request was in flight', async () => {
    const fixture = createDeliveryFixture(...Array.from({ length: 7 }, () => withoutResponse()));
    const { endpoint } = await fixture.prepare();
    await deliverNew(fixture, endpoint, 5);
    fixture.whileInFlight(() => fixture.edit(endpoint, { url: 'https://hooks.example.com/other' }));
    await deliverNew(fixture, endpoint, 1);

    expect(await fixture.healthOf(endpoint)).toEqual(HEALTHY);
  });

  it.each([
    ['the health store', (fixture: Fixture) => (fixture.platform.health.recordTimeout = fail)],
    ['the release queue', (fixture: Fixture) => fixture.releases.breakDown()],
  ])('fails no attempt because %s fails', async (_, breakDown) => {
    const fixture = createDeliveryFixture(...Array.from({ length: 6 }, () => withoutResponse()));
    const { endpoint, job } = await fixture.prepare();
    await deliverNew(fixture, endpoint, 5);
    breakDown(fixture);
    await fixture.deliver(job);

    expect(await fixture.stored(job)).toMatchObject({ state: 'retrying', attempts: [{ number: 1 }] });
    expect(fixture.planned().at(-1)).toMatchObject({ deliveryId: job.deliveryId, attempt: 2 });
    expect(fixture.log.lines.at(-1)).toMatchObject({
      level: 'warn',
      code: 'HEALTH_NOT_RECORDED',
      fields: { endpoint_id: endpoint.id },
    });
  });
});

describe('deliver-webhook, while the breaker is open', () => {
  async function probing(...script: Script) {
    const fixture = createDeliveryFixture(...script);
    const { endpoint, job } = await fixture.prepare();
    await openBreaker(fixture.platform.health, endpoint);
    return { fixture, endpoint, probe: { ...job, slow: true, deferred: true } };
  }

  it.each([
    ['200', 200],
    ['503', 503],
  ])('closes it with a response of %s, and sends a probe job at once', async (_, response) => {
    const { fixture, endpoint, probe } = await probing(response);
    await fixture.deliver(probe);

    expect(await fixture.healthOf(endpoint)).toEqual(HEALTHY);
    expect(fixture.releases.sent).toEqual([lookAt(endpoint, 0)]);
    expect(codesOf(fixture)).toEqual(['BREAKER_CLOSED']);
  });

  it('sends one probe job, whichever other requests get a response', async () => {
    const { fixture, endpoint, probe } = await probing();
    fixture.whileInFlight(async () => {
      const target = await fixture.platform.endpoints.readTarget(endpoint.id);
      if (target) await fixture.platform.health.recordResponse(target);
    });
    await fixture.deliver(probe);

    expect(fixture.releases.sent).toEqual([]);
  });

  it.each(['timeout', 'blocked_address'] as const)(
    'leaves it open after %s, and sends no probe job',
    async (outcome) => {
      const { fixture, endpoint, probe } = await probing(withoutResponse(outcome));
      await fixture.deliver(probe);

      expect(await fixture.healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
      expect(fixture.releases.sent).toEqual([]);
    },
  );

  it('requests no count', async () => {
    const { fixture, probe } = await probing(withoutResponse());
    fixture.platform.health.recordTimeout = fail;
    await fixture.deliver(probe);

    expect(codesOf(fixture)).toEqual([]);
  });

  it('routes the next attempt of a deferred delivery again', async () => {
    const { fixture, probe } = await probing(withoutResponse());
    await fixture.deliver(probe);

    const { slow: _slow, deferred: _deferred, ...usual } = probe;
    expect(fixture.planned()).toEqual([
      { ...usual, attempt: 2, dueAt: secondsAfterNow(10).getTime(), body: null },
    ]);
  });
});

async function fail(): Promise<never> {
  throw new Error('The store is down');
}
