import { describe, expect, it } from 'vitest';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/builders.ts';
import { BREAKER, createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { openBreaker, withoutResponse } from '#test/support/fixtures/webhooks/unresponsive.ts';

const OPENED = { openedAt: NOW, probeAt: secondsAfterNow(BREAKER.probeSeconds) };

type Script = readonly (number | SendResult)[];
type Fixture = ReturnType<typeof createDeliveryFixture>;

/** Delivers the first attempts of this many new deliveries. */
async function deliverNew(bench: Fixture, endpoint: Endpoint, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { job } = await bench.ingest(endpoint);
    await bench.deliver(job);
  }
}

function lookAt(endpoint: Endpoint, delaySeconds: number) {
  return { job: { endpointId: endpoint.id, after: null, secondPass: false }, delaySeconds };
}

/** The log lines of the circuit breaker. */
function codesOf(bench: Fixture): string[] {
  return bench.log.lines.map(({ code }) => code).filter((code) => code !== 'ATTEMPT_MADE');
}

describe('deliver-webhook, detecting an unresponsive endpoint', () => {
  it.each(['timeout', 'connect_timeout', 'network_error'] as const)(
    'opens the breaker after %s of six different deliveries in a row, and sends a probe job',
    async (outcome) => {
      const bench = createDeliveryFixture(...Array.from({ length: 6 }, () => withoutResponse(outcome)));
      const { endpoint } = await bench.prepare();
      await deliverNew(bench, endpoint, 5);
      expect(await bench.healthOf(endpoint)).toMatchObject({ breaker: null });
      expect(bench.releases.sent).toEqual([]);
      await deliverNew(bench, endpoint, 1);

      expect(await bench.healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
      expect(bench.releases.sent).toEqual([lookAt(endpoint, BREAKER.probeSeconds + 1)]);
      expect(codesOf(bench)).toEqual(['BREAKER_OPENED']);
    },
  );

  it('does not open it for requests that hung together, even if five more hang later and others get a response', async () => {
    const bench = createDeliveryFixture(
      ...Array.from({ length: 9 }, () => withoutResponse()),
      200,
      withoutResponse(),
    );
    const { endpoint } = await bench.prepare();
    // Nothing was recorded when they started, and all of them end at the same time.
    const together = await Promise.all(Array.from({ length: 9 }, () => bench.ingest(endpoint)));
    await Promise.all(together.map(({ job }) => bench.deliver(job)));
    expect(await bench.healthOf(endpoint)).toMatchObject({ breaker: null, timedOutDeliveries: { size: 1 } });
    await deliverNew(bench, endpoint, 1);
    expect(await bench.healthOf(endpoint)).toEqual(HEALTHY);
    await deliverNew(bench, endpoint, 1);

    expect(await bench.healthOf(endpoint)).toMatchObject({ breaker: null });
  });

  it('does not open it for five attempts of one delivery', async () => {
    const bench = createDeliveryFixture(...Array.from({ length: 5 }, () => withoutResponse()));
    const { endpoint, job } = await bench.prepare();
    let next: DeliveryJob | undefined = job;
    for (let attempt = 1; attempt <= 5 && next; attempt += 1) {
      await bench.deliver(next);
      bench.clock.advance(10_000);
      next = bench.planned().at(-1);
    }

    expect((await bench.stored(job))?.attempts).toHaveLength(5);
    expect(await bench.healthOf(endpoint)).toMatchObject({
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
    const bench = createDeliveryFixture(...silence(), response, ...silence());
    const { endpoint } = await bench.prepare();
    await deliverNew(bench, endpoint, 6);
    expect(await bench.healthOf(endpoint)).toEqual(HEALTHY);
    await deliverNew(bench, endpoint, 5);

    expect(await bench.healthOf(endpoint)).toMatchObject({ breaker: null });
    expect(bench.releases.sent).toEqual([]);
  });

  it.each(['blocked_address', 'cancelled'] as const)('does not count %s', async (outcome) => {
    const silence = Array.from({ length: 5 }, () => withoutResponse());
    const bench = createDeliveryFixture(...silence, withoutResponse(outcome), withoutResponse());
    const { endpoint } = await bench.prepare();
    await deliverNew(bench, endpoint, 6);
    expect(await bench.healthOf(endpoint)).toMatchObject({ breaker: null });
    await deliverNew(bench, endpoint, 1);

    expect(await bench.healthOf(endpoint)).toMatchObject({ breaker: OPENED });
  });

  it('writes nothing for a healthy endpoint that responds', async () => {
    const bench = createDeliveryFixture();
    const { job } = await bench.prepare();
    bench.platform.health.recordResponse = () => Promise.reject(new Error('Not in the usual case'));
    await bench.deliver(job);

    expect(codesOf(bench)).toEqual([]);
  });

  it('records nothing about settings that were edited while the request was in flight', async () => {
    const bench = createDeliveryFixture(...Array.from({ length: 7 }, () => withoutResponse()));
    const { endpoint } = await bench.prepare();
    await deliverNew(bench, endpoint, 5);
    bench.whileInFlight(() => bench.edit(endpoint, { url: 'https://hooks.example.com/other' }));
    await deliverNew(bench, endpoint, 1);

    expect(await bench.healthOf(endpoint)).toEqual(HEALTHY);
  });

  it.each([
    ['the health store', (bench: Fixture) => (bench.platform.health.recordTimeout = fail)],
    ['the release queue', (bench: Fixture) => bench.releases.breakDown()],
  ])('fails no attempt because %s fails', async (_, breakDown) => {
    const bench = createDeliveryFixture(...Array.from({ length: 6 }, () => withoutResponse()));
    const { endpoint, job } = await bench.prepare();
    await deliverNew(bench, endpoint, 5);
    breakDown(bench);
    await bench.deliver(job);

    expect(await bench.stored(job)).toMatchObject({ state: 'retrying', attempts: [{ number: 1 }] });
    expect(bench.planned().at(-1)).toMatchObject({ deliveryId: job.deliveryId, attempt: 2 });
    expect(bench.log.lines.at(-1)).toMatchObject({
      level: 'warn',
      code: 'HEALTH_NOT_RECORDED',
      fields: { endpoint_id: endpoint.id },
    });
  });
});

describe('deliver-webhook, while the breaker is open', () => {
  async function probing(...script: Script) {
    const bench = createDeliveryFixture(...script);
    const { endpoint, job } = await bench.prepare();
    await openBreaker(bench.platform.health, endpoint);
    return { bench, endpoint, probe: { ...job, slow: true, deferred: true } };
  }

  it.each([
    ['200', 200],
    ['503', 503],
  ])('closes it with a response of %s, and sends a probe job at once', async (_, response) => {
    const { bench, endpoint, probe } = await probing(response);
    await bench.deliver(probe);

    expect(await bench.healthOf(endpoint)).toEqual(HEALTHY);
    expect(bench.releases.sent).toEqual([lookAt(endpoint, 0)]);
    expect(codesOf(bench)).toEqual(['BREAKER_CLOSED']);
  });

  it('sends one probe job, whichever other requests get a response', async () => {
    const { bench, endpoint, probe } = await probing();
    bench.whileInFlight(async () => {
      const target = await bench.platform.endpoints.readTarget(endpoint.id);
      if (target) await bench.platform.health.recordResponse(target);
    });
    await bench.deliver(probe);

    expect(bench.releases.sent).toEqual([]);
  });

  it.each(['timeout', 'blocked_address'] as const)(
    'leaves it open after %s, and sends no probe job',
    async (outcome) => {
      const { bench, endpoint, probe } = await probing(withoutResponse(outcome));
      await bench.deliver(probe);

      expect(await bench.healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
      expect(bench.releases.sent).toEqual([]);
    },
  );

  it('requests no count', async () => {
    const { bench, probe } = await probing(withoutResponse());
    bench.platform.health.recordTimeout = fail;
    await bench.deliver(probe);

    expect(codesOf(bench)).toEqual([]);
  });

  it('routes the next attempt of a deferred delivery again', async () => {
    const { bench, probe } = await probing(withoutResponse());
    await bench.deliver(probe);

    const { slow: _slow, deferred: _deferred, ...usual } = probe;
    expect(bench.planned()).toEqual([
      { ...usual, attempt: 2, dueAt: secondsAfterNow(10).getTime(), body: null },
    ]);
  });
});

async function fail(): Promise<never> {
  throw new Error('The store is down');
}
