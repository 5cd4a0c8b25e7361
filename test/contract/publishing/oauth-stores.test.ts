import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

function anApp(overrides: Partial<OAuthApp> = {}): OAuthApp {
  return {
    workspaceId: randomUUID(),
    provider: 'linkedin',
    clientId: 'an-app',
    sealedSecret: 'sealed-secret',
    origin: 'https://api.example.com',
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

describeStores('stores of connections by OAuth', (fixture) => {
  describe('an app', () => {
    it('is found in its workspace, as it was stored last', async () => {
      const app = anApp();
      await fixture.apps.put(app, aContext());
      const replaced = { ...app, clientId: 'other', sealedSecret: 'other', updatedAt: secondsAfterNow(9) };
      await fixture.apps.put(replaced, aContext());

      expect(await fixture.apps.find(app.workspaceId, 'linkedin')).toEqual(replaced);
      expect(await fixture.apps.find(randomUUID(), 'linkedin')).toBeUndefined();
    });

    it('is removed, once', async () => {
      const app = anApp();
      await fixture.apps.put(app, aContext());
      await fixture.apps.remove(app, aContext());

      expect(await fixture.apps.find(app.workspaceId, 'linkedin')).toBeUndefined();
      await expect(fixture.apps.remove(app, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });

  describe('a completed connection', () => {
    const aFlow = () => ({ id: randomUUID(), workspaceId: randomUUID(), expiresAt: NOW.getTime() });

    it('is claimed by the first call, even if several are made at the same time', async () => {
      const flow = aFlow();
      const results = await Promise.all(
        Array.from({ length: 5 }, () => fixture.connectClaims.claim(flow, aContext().change)),
      );

      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await fixture.connectClaims.claim(flow, aContext().change)).toBe(false);
    });

    it('does not claim another one', async () => {
      const flow = aFlow();
      await fixture.connectClaims.claim(flow, aContext().change);

      expect(await fixture.connectClaims.claim({ ...flow, id: randomUUID() }, aContext().change)).toBe(true);
      expect(
        await fixture.connectClaims.claim({ ...flow, workspaceId: randomUUID() }, aContext().change),
      ).toBe(true);
    });
  });

  describe('a lease for the renewal of tokens', () => {
    const anOwner = () => ({ workspaceId: randomUUID(), uuid: randomUUID() });
    const end = secondsAfterNow(60);

    it('has one holder at a time', async () => {
      const owner = anOwner();
      const taken = await Promise.all(
        [60, 61, 62, 63].map((at) => fixture.tokenLeases.take(owner, secondsAfterNow(at), NOW)),
      );

      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await fixture.tokenLeases.take({ ...owner, uuid: randomUUID() }, end, NOW)).toBe(true);
    });

    it('is free again after its release and after its end', async () => {
      const owner = anOwner();
      await fixture.tokenLeases.take(owner, end, NOW);
      await fixture.tokenLeases.release(owner, end);

      expect(await fixture.tokenLeases.take(owner, end, NOW)).toBe(true);
      expect(await fixture.tokenLeases.take(owner, secondsAfterNow(120), secondsAfterNow(59))).toBe(false);
      expect(await fixture.tokenLeases.take(owner, secondsAfterNow(120), end)).toBe(true);
    });

    it('is not released by a holder that lost it', async () => {
      const owner = anOwner();
      await fixture.tokenLeases.take(owner, end, NOW);
      await fixture.tokenLeases.take(owner, secondsAfterNow(120), end);
      await fixture.tokenLeases.release(owner, end);

      expect(await fixture.tokenLeases.take(owner, secondsAfterNow(180), secondsAfterNow(61))).toBe(false);
    });
  });
});
