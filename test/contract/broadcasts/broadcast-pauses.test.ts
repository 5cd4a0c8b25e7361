import { describe, expect, it } from 'vitest';
import { atJob } from '#shared/broadcasts/domain/broadcast-run.ts';
import { cancelBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { pauseBroadcast, resumeBroadcast } from '#shared/broadcasts/domain/pause-broadcast.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aRecipient } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcast } from '#test/support/fixtures/broadcasts/started-broadcast.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(30);

describeStores('BroadcastStore.savePause', (fixture) => {
  /** A broadcast in flight, with a budget of 10 unless there is another. */
  async function started(budget: number | null = 10) {
    const { broadcast, state } = await startBroadcast(fixture, { budget });
    const { workspaceId, id } = broadcast;
    const stored = async () => (await fixture.broadcasts.find(workspaceId, id)) ?? expect.fail('It is gone');

    /** The write of a pause that was decided on what is stored now. */
    async function pausing() {
      const [before, from] = [await stored(), await state()];
      const { made, state: to } = pauseBroadcast(before, from, NOW) ?? expect.fail('It is paused');
      return () =>
        fixture.broadcasts.savePause(before, made.broadcast, { before: from, after: to }, aContext());
    }

    /** The same for the end of a pause. */
    async function resuming(raised?: number) {
      const [before, from] = [await stored(), await state()];
      const { made, state: to } = resumeBroadcast(before, from, raised, LATER) ?? expect.fail('Not paused');
      return () =>
        fixture.broadcasts.savePause(before, made.broadcast, { before: from, after: to }, aContext());
    }

    return { broadcast, state, stored, pausing, resuming };
  }

  it('pauses the broadcast, and ends the pause with another budget and a run', async () => {
    const { broadcast, state, stored, pausing, resuming } = await started();
    await (
      await pausing()
    )();
    expect((await state()).control).toMatchObject({ pausedAt: NOW, pausedReason: 'requested', budget: 10 });
    expect((await state()).run).toMatchObject({ step: 0, due: { seq: 1 } });
    expect((await stored()).revision).toBe(broadcast.revision + 1);

    await (
      await resuming(20)
    )();
    expect((await state()).control).toMatchObject({ pausedAt: null, pausedReason: null, budget: 20 });
    expect((await state()).run).toMatchObject({ step: 1, due: { at: LATER, seq: 2, timer: true } });
    expect(await stored()).toMatchObject({ revision: broadcast.revision + 2, sending: { budget: 20 } });
  });

  it('ends the pause of a broadcast without a budget', async () => {
    const { state, pausing, resuming } = await started(null);
    await (
      await pausing()
    )();
    await (
      await resuming()
    )();

    expect((await state()).control).toMatchObject({ pausedAt: null, pausedReason: null, budget: null });
  });

  it('keeps what claims have reserved meanwhile', async () => {
    const { broadcast, state, pausing, resuming } = await started();
    const contact = aContact({ workspaceId: broadcast.workspaceId });
    await fixture.contacts.create(contact, [], aContext());
    const before = aRecipient(broadcast, { contactId: contact.id });
    const { run, control } = await state();
    await fixture.recipients.apply({ before: run, after: atJob(run, NOW) }, [
      { before: undefined, after: before },
    ]);
    const pause = await pausing();
    const claimed = { ...before, status: 'sending', price: 7, revision: 2 } as const;
    await fixture.recipients.claim([{ before, after: claimed, contact }], { control }, aContext());
    await pause();
    const resume = await resuming();
    const unsent = { ...claimed, status: 'pending', price: 0, revision: 3 } as const;
    await fixture.recipients.save(claimed, unsent, [], aContext());
    await resume();

    expect((await state()).control).toMatchObject({ pausedAt: null, reserved: 0, budget: 10 });
  });

  it('does not replace a pause of the platform', async () => {
    const { state, pausing } = await started();
    const pause = await pausing();
    await fixture.broadcastRuns.pause((await state()).control, 'budget_reached', NOW);

    await expect(pause()).rejects.toThrow(ConcurrentUpdateError);
    expect((await state()).control.pausedReason).toBe('budget_reached');
  });

  it('does not end a pause that began after the read', async () => {
    const { state, pausing, resuming } = await started();
    await (
      await pausing()
    )();
    const resume = await resuming();
    await (
      await resuming()
    )();
    await fixture.broadcastRuns.pause((await state()).control, 'spend_limit_reached', LATER);

    await expect(resume()).rejects.toThrow(ConcurrentUpdateError);
    expect((await state()).control.pausedReason).toBe('spend_limit_reached');
  });

  describe('changes nothing', () => {
    it('if a run has stored progress, which would be lost', async () => {
      const { state, stored, pausing, resuming } = await started();
      await (
        await pausing()
      )();
      const resume = await resuming();
      const { run } = await state();
      expect(await fixture.broadcastRuns.advance(run, atJob(run, NOW))).toBe(true);
      const before = [await stored(), await state()];

      await expect(resume()).rejects.toThrow(ConcurrentUpdateError);
      expect([await stored(), await state()]).toEqual(before);
    });

    it.each(['pausing', 'resuming'] as const)('if the broadcast has ended: %s', async (name) => {
      const world = await started();
      if (name === 'resuming') await (await world.pausing())();
      const write = await world[name]();
      const before = await world.stored();
      await fixture.broadcasts.save(before, cancelBroadcast(before, LATER).broadcast, aContext());
      const ended = await world.state();

      await expect(write()).rejects.toThrow(ConcurrentUpdateError);
      expect(await world.state()).toEqual(ended);
    });
  });
});
