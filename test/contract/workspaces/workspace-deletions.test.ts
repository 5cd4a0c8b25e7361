import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { afterClosing, requestDeletion, startErasure } from '#shared/workspaces/domain/workspace-deletion.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const AFTER_GRACE = new Date(NOW.getTime() + 8 * 86_400_000);

describeStores('the requested deletions of workspaces', (fixture) => {
  async function aRequest() {
    const deletion = requestDeletion(randomUUID(), NOW);
    await fixture.deletions.request(deletion, aContext());
    return deletion;
  }

  it('store one request per workspace', async () => {
    const deletion = await aRequest();
    const second = fixture.deletions.request({ ...deletion, requestedAt: AFTER_GRACE }, aContext());

    await expect(second).rejects.toMatchObject({ code: 'concurrent_update' });
    expect(await fixture.deletions.find(deletion.workspaceId)).toEqual(deletion);
  });

  it('are due after the grace period, and not before', async () => {
    const { workspaceId } = await aRequest();
    const dueAt = async (now: Date) =>
      (await fixture.erasureJobs.readDue(now)).some((due) => due.workspaceId === workspaceId);

    expect([await dueAt(new Date(AFTER_GRACE.getTime() - 2 * 86_400_000)), await dueAt(AFTER_GRACE)]).toEqual(
      [false, true],
    );
  });

  it('are cancelled or started, never both', async () => {
    for (const first of ['cancel', 'start']) {
      const deletion = await aRequest();
      const after = startErasure(deletion, AFTER_GRACE);
      const cancel = () => fixture.deletions.cancel(deletion, aContext());
      const start = () => fixture.erasureJobs.start(deletion, after, aContext().change);
      if (first === 'cancel') {
        await cancel();
        expect(await start()).toBe(false);
        expect(await fixture.deletions.find(deletion.workspaceId)).toBeUndefined();
      } else {
        expect(await start()).toBe(true);
        await expect(cancel()).rejects.toMatchObject({ code: 'concurrent_update' });
        expect(await fixture.deletions.find(deletion.workspaceId)).toEqual(after);
      }
    }
  });

  it('are requested again after a cancellation, and steps of the first request do nothing to the second one', async () => {
    const first = await aRequest();
    await fixture.deletions.cancel(first, aContext());
    const second = requestDeletion(first.workspaceId, new Date(NOW.getTime() + 1000));
    await fixture.deletions.request(second, aContext());

    expect(await fixture.erasureJobs.start(first, startErasure(first, AFTER_GRACE), aContext().change)).toBe(
      false,
    );
    expect(await fixture.deletions.find(first.workspaceId)).toEqual(second);
  });

  it('take each step once', async () => {
    const deletion = await aRequest();
    const started = startErasure(deletion, AFTER_GRACE);
    await fixture.erasureJobs.start(deletion, started, aContext().change);
    const closed = afterClosing(started, AFTER_GRACE);

    expect(await fixture.erasureJobs.advance(started, closed)).toBe(true);
    expect(await fixture.erasureJobs.advance(started, closed)).toBe(false);
    expect(await fixture.erasureJobs.finish(started)).toBe(false);
    expect(await fixture.erasureJobs.finish(closed)).toBe(true);
    expect(await fixture.deletions.find(deletion.workspaceId)).toBeUndefined();
  });
});
