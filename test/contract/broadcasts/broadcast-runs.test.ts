import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { continuedAt } from '#shared/broadcasts/domain/broadcast-run.ts';
import { cancelBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import { aPlatformBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcast } from '#test/support/fixtures/broadcasts/started-broadcast.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('the run of a broadcast', (fixture) => {
  it('creates its run and its control, and the end stops it', async () => {
    const { broadcast, state } = await startBroadcast(fixture, { budget: 10 });

    expect(await state()).toMatchObject({
      run: { phase: 'resolving', step: 0, due: { at: broadcast.updatedAt, seq: 1, timer: true } },
      control: { budget: 10, reserved: 0, isStopped: false, pausedAt: null },
    });
    expect(await fixture.broadcastRuns.find(randomUUID(), broadcast.id)).toBeUndefined();

    await fixture.broadcasts.save(broadcast, cancelBroadcast(broadcast, NOW).broadcast, aContext());
    expect((await state()).control.isStopped).toBe(true);
  });

  it.each([
    ['continues a run that waits at once', 61, { step: 2, due: { at: NOW, seq: 3, timer: true } }],
    ['leaves a run at work alone', 60, { step: 1, due: { at: secondsAfterNow(60), seq: 2, timer: true } }],
  ])('%s at its end', async (_, seconds, expected) => {
    const { broadcast, state } = await startBroadcast(fixture);
    const { run } = await state();
    await fixture.broadcastRuns.advance(run, continuedAt(run, secondsAfterNow(seconds), NOW));
    await fixture.broadcasts.save(broadcast, cancelBroadcast(broadcast, NOW).broadcast, aContext());

    expect((await state()).run).toMatchObject(expected);
  });

  it('creates nothing for a broadcast that an engine sends', async () => {
    const draft = { ...aPlatformBroadcast(), sender: 'external', sending: null } as const;
    await fixture.broadcasts.create(draft, aContext());
    await fixture.broadcasts.save(draft, sendBroadcast(draft, true, NOW).broadcast, aContext());

    expect(await fixture.broadcastRuns.find(draft.workspaceId, draft.id)).toBeUndefined();
  });

  it('is forgotten with the broadcast', async () => {
    const { broadcast } = await startBroadcast(fixture);
    await fixture.broadcasts.remove(broadcast, aContext());

    expect(await fixture.broadcastRuns.find(broadcast.workspaceId, broadcast.id)).toBeUndefined();
  });
});
