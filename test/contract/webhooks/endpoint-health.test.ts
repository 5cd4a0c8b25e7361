import { describe, expect, it } from 'vitest';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { openBreaker } from '#test/support/fixtures/webhooks/unresponsive.ts';

const OPENED = { openedAt: NOW, probeAt: secondsAfterNow(30) };

describeStores('EndpointHealthStore', (fixture) => {
  async function created(overrides: Partial<Endpoint> = {}) {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint({ ...owned, ...overrides });
    await fixture.endpoints.create(endpoint, aContext());
    return endpoint;
  }

  async function unresponsive() {
    const endpoint = await created();
    await openBreaker(fixture.health, endpoint, { probeAt: secondsAfterNow(30) });
    return endpoint;
  }

  async function healthOf({ id }: Pick<Endpoint, 'id'>) {
    return (await fixture.endpoints.readTarget(id))?.health;
  }

  /** Records a request of a delivery without a response, at the current time. */
  function recordTimeoutOf(endpoint: Endpoint, deliveryId: string, seconds = 0, isFirst = false) {
    const timeout = { deliveryId, isFirst };
    return fixture.health.recordTimeout(
      endpoint,
      timeout,
      secondsAfterNow(seconds),
      secondsAfterNow(seconds + 30),
    );
  }

  it('returns a healthy state for a new endpoint', async () => {
    expect(await healthOf(await created())).toEqual(HEALTHY);
  });

  describe('markSlow', () => {
    it('marks an endpoint as slow until the given time', async () => {
      const endpoint = await created();
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));

      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, slowUntil: secondsAfterNow(60) });
    });

    it('extends slowUntil only when it ends soon', async () => {
      const endpoint = await created();
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));
      await fixture.health.markSlow(endpoint, secondsAfterNow(69), secondsAfterNow(59));
      expect(await healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(60) });
      await fixture.health.markSlow(endpoint, secondsAfterNow(70), secondsAfterNow(60));

      expect(await healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(70) });
    });

    it('does not change the breaker', async () => {
      const endpoint = await unresponsive();
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));

      expect(await healthOf(endpoint)).toEqual({
        ...HEALTHY,
        slowUntil: secondsAfterNow(60),
        breaker: OPENED,
      });
    });
  });

  describe('clearSlow', () => {
    it('removes slowUntil if it is unchanged since the read, and nothing else', async () => {
      const endpoint = await unresponsive();
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));
      await fixture.health.clearSlow(endpoint, secondsAfterNow(59));
      expect(await healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(60) });
      await fixture.health.clearSlow(endpoint, secondsAfterNow(60));

      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
    });

    it('succeeds for an endpoint without slowUntil', async () => {
      const endpoint = await created();
      await fixture.health.clearSlow(endpoint, secondsAfterNow(60));

      expect(await healthOf(endpoint)).toEqual(HEALTHY);
    });
  });

  describe('recordTimeout', () => {
    it('opens the breaker with the sixth delivery in a row, and reports it once', async () => {
      const endpoint = await created();
      const said = [];
      for (const delivery of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
        said.push(await recordTimeoutOf(endpoint, delivery));

      expect(said).toEqual([false, false, false, false, false, true, false, false]);
      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
    });

    it('counts no request that started before the first one was recorded', async () => {
      const endpoint = await created();
      for (const delivery of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
        expect(await recordTimeoutOf(endpoint, delivery, 0, true)).toBe(false);

      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, timedOutDeliveries: new Set(['a']) });
    });

    it('counts a delivery once', async () => {
      const endpoint = await created();
      for (const delivery of ['a', 'a', 'b', 'a', 'b', 'a']) {
        expect(await recordTimeoutOf(endpoint, delivery)).toBe(false);
      }

      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, timedOutDeliveries: new Set(['a', 'b']) });
    });

    it('does not change the probe of an open breaker', async () => {
      const endpoint = await unresponsive();
      for (let index = 0; index < 9; index += 1) await recordTimeoutOf(endpoint, `late-${index}`, 20);

      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
    });
  });

  describe('recordResponse', () => {
    it('closes the breaker, and reports it once', async () => {
      const endpoint = await unresponsive();

      expect(await fixture.health.recordResponse(endpoint)).toBe(true);
      expect(await fixture.health.recordResponse(endpoint)).toBe(false);
      expect(await healthOf(endpoint)).toEqual(HEALTHY);
    });

    it('resets the count', async () => {
      const endpoint = await created();
      for (const delivery of ['a', 'b', 'c', 'd', 'e']) await recordTimeoutOf(endpoint, delivery);
      expect(await fixture.health.recordResponse(endpoint)).toBe(false);
      expect(await healthOf(endpoint)).toEqual(HEALTHY);

      for (const delivery of ['f', 'g', 'h', 'i', 'j'])
        expect(await recordTimeoutOf(endpoint, delivery)).toBe(false);
      expect(await recordTimeoutOf(endpoint, 'k')).toBe(true);
    });

    it('keeps an endpoint that responds slowly in the slow lane', async () => {
      const endpoint = await unresponsive();
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));
      await fixture.health.recordResponse(endpoint);

      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, slowUntil: secondsAfterNow(60) });
    });
  });

  describe('claimProbe', () => {
    it('assigns the probe at its time, to one caller, and sets the next', async () => {
      const endpoint = await unresponsive();
      const { health } = fixture;

      expect(await health.claimProbe(endpoint, secondsAfterNow(29.999), secondsAfterNow(60))).toBe(false);
      expect(await health.claimProbe(endpoint, secondsAfterNow(30), secondsAfterNow(60))).toBe(true);
      expect(await health.claimProbe(endpoint, secondsAfterNow(30), secondsAfterNow(60))).toBe(false);
      expect(await healthOf(endpoint)).toMatchObject({
        breaker: { openedAt: NOW, probeAt: secondsAfterNow(60) },
      });
      expect(await health.claimProbe(endpoint, secondsAfterNow(60), secondsAfterNow(90))).toBe(true);
    });

    it('assigns none while the breaker is closed', async () => {
      const endpoint = await created();

      expect(await fixture.health.claimProbe(endpoint, secondsAfterNow(9999), secondsAfterNow(10_000))).toBe(
        false,
      );
      expect(await healthOf(endpoint)).toEqual(HEALTHY);
    });
  });

  describe('the health of an outdated view', () => {
    /** Every record of health; returns the results of those that have one. */
    async function recordAll(endpoint: Endpoint) {
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));
      return [
        await recordTimeoutOf(endpoint, 'late'),
        await fixture.health.claimProbe(endpoint, secondsAfterNow(9999), secondsAfterNow(10_000)),
        await fixture.health.recordResponse(endpoint),
      ];
    }

    it.each([
      ['edit', (before: Endpoint) => save(before, { url: 'https://hooks.example.com/new' })],
      ['enabling', (before: Endpoint) => save(before, { enabled: true })],
    ])('is reset at an %s, and nothing is recorded under its version', async (_, change) => {
      const endpoint = await unresponsive();
      await fixture.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(50));
      await change(endpoint);
      expect(await healthOf(endpoint)).toEqual(HEALTHY);

      expect(await recordAll(endpoint)).toEqual([false, false, false]);
      expect(await healthOf(endpoint)).toEqual(HEALTHY);
    });

    it('is kept at a rotation, which changes nothing for the receiver', async () => {
      const endpoint = await unresponsive();
      const secrets = { current: 'new', hint: 'wxyz', previous: null };
      const after = { ...endpoint, secrets, revision: endpoint.revision + 1 };
      await fixture.rotations.saveSecrets(endpoint, after, aContext());

      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({ secrets });
      expect(await healthOf(endpoint)).toEqual({ ...HEALTHY, breaker: OPENED });
    });

    it('is not recreated for a deleted endpoint, nor for an unknown one', async () => {
      const endpoint = await unresponsive();
      await fixture.endpoints.remove(endpoint, aContext());
      const tombstone = await fixture.endpoints.readTarget(endpoint.id);
      const never = anEndpoint();

      for (const version of [endpoint.settingsVersion, endpoint.settingsVersion + 1]) {
        expect(await recordAll({ ...endpoint, settingsVersion: version })).toEqual([false, false, false]);
      }
      expect(await recordAll(never)).toEqual([false, false, false]);
      expect(await fixture.endpoints.readTarget(endpoint.id)).toEqual(tombstone);
      expect(await fixture.endpoints.readTarget(never.id)).toBeUndefined();
    });

    function save(before: Endpoint, fields: Parameters<typeof anEdit>[1]) {
      return fixture.endpoints.save(before, anEdit(before, fields), aContext());
    }
  });
});
