import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { atCount, newEstimate, readyEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aPlatformBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('BroadcastEstimates', (fixture) => {
  async function requested() {
    const broadcast = aPlatformBroadcast();
    await fixture.broadcasts.create(broadcast, aContext());
    const estimate = newEstimate(broadcast, 'basis', undefined, NOW);
    await fixture.broadcastEstimates.request(undefined, estimate, aContext());
    const stored = () => fixture.broadcastEstimates.find(broadcast.workspaceId, broadcast.id);
    return { broadcast, estimate, stored };
  }

  describe('request', () => {
    it('stores an estimate with its first job, which only its workspace finds', async () => {
      const { broadcast, estimate, stored } = await requested();

      expect(await stored()).toEqual(estimate);
      expect(estimate.due).toEqual({ at: NOW, seq: 1, timer: true });
      expect(await fixture.broadcastEstimates.find(randomUUID(), broadcast.id)).toBeUndefined();
    });

    it('replaces an estimate as it was read', async () => {
      const { broadcast, estimate, stored } = await requested();
      const next = newEstimate(broadcast, 'other', estimate, secondsAfterNow(1));
      await fixture.broadcastEstimates.request(estimate, next, aContext());

      expect(await stored()).toEqual(next);
      const late = fixture.broadcastEstimates.request(estimate, next, aContext());
      await expect(late).rejects.toThrow(ConcurrentUpdateError);
      const first = fixture.broadcastEstimates.request(undefined, next, aContext());
      await expect(first).rejects.toThrow(ConcurrentUpdateError);
    });

    it('needs the broadcast', async () => {
      const gone = aPlatformBroadcast();
      const request = fixture.broadcastEstimates.request(
        undefined,
        newEstimate(gone, 'basis', undefined, NOW),
        aContext(),
      );

      await expect(request).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.broadcastEstimates.find(gone.workspaceId, gone.id)).toBeUndefined();
    });
  });

  describe('advance', () => {
    it('stores the progress of the first of two runs', async () => {
      const { estimate, stored } = await requested();
      const begun = atCount(estimate, NOW);
      const counts = { recipients: 3, optedOut: 2, unreachable: 1, parts: 6, price: 813 };
      const ready = readyEstimate({ ...begun, counts, cursor: 'here' }, 2, secondsAfterNow(2));

      expect(await fixture.broadcastEstimates.advance(estimate, begun)).toBe(true);
      expect(await fixture.broadcastEstimates.advance(estimate, begun)).toBe(false);
      expect(await fixture.broadcastEstimates.advance(begun, ready)).toBe(true);
      expect(await stored()).toEqual(ready);
    });

    it('stores nothing after a new request, and after the broadcast was deleted', async () => {
      const { broadcast, estimate, stored } = await requested();
      const next = newEstimate(broadcast, 'basis', estimate, NOW);
      await fixture.broadcastEstimates.request(estimate, next, aContext());
      expect(await fixture.broadcastEstimates.advance(estimate, atCount(estimate, NOW))).toBe(false);

      await fixture.broadcasts.remove(broadcast, aContext());
      expect(await fixture.broadcastEstimates.advance(next, atCount(next, NOW))).toBe(false);
      expect(await stored()).toBeUndefined();
    });
  });

  it('are deleted with a broadcast that has started', async () => {
    const { broadcast, stored } = await requested();
    const started = sendBroadcast(broadcast, true, NOW).broadcast;
    await fixture.broadcasts.save(broadcast, started, aContext());
    expect(await stored()).toBeDefined();

    await fixture.broadcasts.remove(started, aContext());
    expect(await stored()).toBeUndefined();
  });
});
