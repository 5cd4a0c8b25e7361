import { beforeAll, describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { aRecovery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { describeStores, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('RecoveryStore', (fixture) => {
  let recoveries: PlatformFixture['recoveries'];
  beforeAll(async () => {
    ({ recoveries } = fixture);
  });
  const find = ({ endpointId, id }: Recovery) => recoveries.find(endpointId, id);

  async function created(overrides: Partial<Recovery> = {}): Promise<Recovery> {
    const recovery = aRecovery(overrides);
    await recoveries.create(recovery, aContext());
    return recovery;
  }

  describe('create', () => {
    it('writes a recovery with its response, for the dispatcher', async () => {
      const recovery = aRecovery({ states: ['failed', 'cancelled'], matched: 250 });
      const idempotencyRecord = anIdempotencyRecord({ status: 202 });
      await recoveries.create(recovery, aContext({ idempotencyRecord }));

      expect(await find(recovery)).toEqual(recovery);
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual(idempotencyRecord);
      expect(await fixture.dispatchOfRecovery(recovery.endpointId, recovery.id)).toEqual({
        kind: 'recovery',
        job: { endpointId: recovery.endpointId, recoveryId: recovery.id },
      });
    });

    it('writes nothing when the response is already stored', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.responses.remember(idempotencyRecord, aContext().change);
      const recovery = aRecovery();

      await expect(recoveries.create(recovery, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await find(recovery)).toBeUndefined();
    });

    it('writes one of several at the same time for one endpoint, and another when it has ended', async () => {
      const { endpointId } = aRecovery();
      const all = Array.from({ length: 5 }, () => aRecovery({ endpointId, id: newId(NOW) }));
      const outcomes = await Promise.allSettled(all.map((each) => recoveries.create(each, aContext())));
      const [running, ...others] = (await Promise.all(all.map(find))).flatMap((each) => each ?? []);
      const rejected = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));

      expect([running?.state, others, rejected.length]).toEqual(['running', [], 4]);
      expect(rejected[0]).toMatchObject({ code: 'recovery_running', extras: { recovery: running?.id } });
      if (running) await recoveries.finish(running, null, secondsAfterNow(1));
      const next = aRecovery({ endpointId, id: newId(NOW) });
      await expect(recoveries.create(next, aContext())).resolves.toBeUndefined();
      // The end of an earlier recovery does not end the block by a later one.
      if (running) await recoveries.finish(running, null, secondsAfterNow(2));
      await expect(
        recoveries.create(aRecovery({ endpointId, id: newId(NOW) }), aContext()),
      ).rejects.toMatchObject({
        code: 'recovery_running',
      });
    });

    it('is not blocked by a recovery that was lost a day ago, nor by one of another endpoint', async () => {
      const { endpointId } = await created();
      const later = aRecovery({ endpointId, id: newId(NOW), createdAt: secondsAfterNow(24 * 3600) });

      await expect(recoveries.create(aRecovery(), aContext())).resolves.toBeUndefined();
      await expect(recoveries.create(later, aContext())).resolves.toBeUndefined();
    });

    it('writes it once when the same command runs twice', async () => {
      const recovery = aRecovery();
      const context = aContext({ idempotencyRecord: anIdempotencyRecord() });
      await recoveries.create(recovery, context);

      await expect(recoveries.create(recovery, context)).resolves.toBeUndefined();
      expect(await find(recovery)).toEqual(recovery);
    });
  });

  it('finds a recovery under its endpoint only', async () => {
    const recovery = await created();

    expect(await recoveries.find(newId(NOW), recovery.id)).toBeUndefined();
    expect(await recoveries.find(recovery.endpointId, newId(NOW))).toBeUndefined();
  });

  describe('advance', () => {
    it('stores the cursor and adds up the resends, step by step', async () => {
      const recovery = await created();
      const first = await recoveries.advance(recovery, { cursor: 'a', resent: 40 });
      expect(first).toEqual({ ...recovery, cursor: 'a', resent: 40 });

      const second = await recoveries.advance(first, { cursor: 'b', resent: 2 });
      expect(second).toEqual({ ...recovery, cursor: 'b', resent: 42 });
      expect(await find(recovery)).toEqual(second);
    });

    it('accepts a step that resent nothing', async () => {
      const recovery = await created();

      expect(await recoveries.advance(recovery, { cursor: 'a', resent: 0 })).toMatchObject({
        cursor: 'a',
        resent: 0,
      });
    });

    it.each([null, 'a'])('counts the step after %j once for two runs at the same time', async (cursor) => {
      const recovery = await created();
      const before = cursor === null ? recovery : await recoveries.advance(recovery, { cursor, resent: 1 });
      const runs = await Promise.allSettled(
        [1, 2].map(() => recoveries.advance(before, { cursor: 'b', resent: 10 })),
      );

      const reasons = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason] : []));
      expect(reasons).toHaveLength(1);
      expect(reasons[0]).toBeInstanceOf(ConcurrentUpdateError);
      expect(await find(recovery)).toEqual({ ...before, cursor: 'b', resent: before.resent + 10 });
    });

    it.each([null, 'a', 'z'])('does not continue from %j, which is no longer the cursor', async (cursor) => {
      const recovery = await created();
      const first = await recoveries.advance(recovery, { cursor: 'a', resent: 1 });
      const second = await recoveries.advance(first, { cursor: 'b', resent: 1 });

      await expect(recoveries.advance({ ...second, cursor }, { cursor: 'c', resent: 5 })).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await find(recovery)).toEqual(second);
    });

    it('does not recreate a deleted recovery', async () => {
      const recovery = aRecovery();

      await expect(recoveries.advance(recovery, { cursor: 'a', resent: 1 })).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await find(recovery)).toBeUndefined();
    });
  });

  describe('finish', () => {
    it('ends a recovery with its totals', async () => {
      const recovery = await created();
      const advanced = await recoveries.advance(recovery, { cursor: 'a', resent: 7 });
      await recoveries.finish(advanced, null, secondsAfterNow(60));

      expect(await find(recovery)).toEqual({
        ...advanced,
        state: 'completed',
        finishedAt: secondsAfterNow(60),
      });
    });

    it('stops a recovery with the reason', async () => {
      const recovery = await created();
      await recoveries.finish(recovery, 'endpoint_paused', secondsAfterNow(60));

      expect(await find(recovery)).toMatchObject({ state: 'stopped', reason: 'endpoint_paused' });
    });

    it('keeps the first end when it is ended again', async () => {
      const recovery = await created();
      await recoveries.finish(recovery, null, secondsAfterNow(60));
      await recoveries.finish(recovery, 'endpoint_paused', secondsAfterNow(90));

      expect(await find(recovery)).toMatchObject({
        state: 'completed',
        reason: null,
        finishedAt: secondsAfterNow(60),
      });
    });

    it('does not end a deleted one', async () => {
      const recovery = aRecovery();

      await expect(recoveries.finish(recovery, null, NOW)).rejects.toThrow(ConcurrentUpdateError);
      expect(await find(recovery)).toBeUndefined();
    });
  });
});
