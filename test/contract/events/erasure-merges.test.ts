import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Erasure, MERGE_MS, merged } from '#shared/events/recording/erasure.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newScan } from '#shared/privacy/domain/erasure-scan.ts';
import { anErasure } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('requests for the same contact', (fixture) => {
  async function asked(overrides: Partial<Erasure> = {}, last?: string): Promise<Erasure> {
    const erasure = anErasure(overrides);
    await fixture.erasures.create(erasure, aContext(), last);
    return erasure;
  }
  const found = ({ workspaceId, id }: Erasure) => fixture.erasures.find(workspaceId, id);
  const isDue = async ({ id }: Erasure, seconds: number) =>
    (await fixture.erasures.readDue(secondsAfterNow(seconds))).due.some((each) => each.id === id);

  it('find the last one, in this workspace only', async () => {
    const first = await asked();
    const { workspaceId, contact } = first;
    expect(await fixture.erasures.findLast(workspaceId, contact)).toEqual(first);
    expect(await fixture.erasures.findLast(randomUUID(), contact)).toBeUndefined();
    expect(await fixture.erasures.findLast(workspaceId, 'another hash')).toBeUndefined();

    const second = await asked({ workspaceId, contact, createdAt: secondsAfterNow(1) }, first.id);
    expect(await fixture.erasures.findLast(workspaceId, contact)).toEqual(second);
  });

  it('create one erasure if they race', async () => {
    const [workspaceId, contact] = [randomUUID(), 'hash'];
    const results = await Promise.allSettled([1, 2, 3].map(() => asked({ workspaceId, contact })));

    const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toBeInstanceOf(ConcurrentUpdateError);
  });

  it('create another one when the first can no longer be merged', async () => {
    const { workspaceId, contact } = await asked();
    const createdAt = new Date(NOW.getTime() + MERGE_MS);
    const second = await asked({ workspaceId, contact, createdAt });

    expect(await fixture.erasures.findLast(workspaceId, contact)).toEqual(second);
  });

  it('postpone the first pass until the events before the last of them are recorded', async () => {
    const first = await asked();
    const after = merged(first, secondsAfterNow(30));
    await fixture.erasures.merge(after, aContext());

    expect(await found(first)).toEqual(after);
    expect(await isDue(first, 44)).toBe(false);
    expect(await isDue(first, 45)).toBe(true);
  });

  it('are not merged into an erasure that a scan includes', async () => {
    const first = await asked();
    const scan = newScan(NOW, secondsAfterNow(20));
    expect(await fixture.erasureScans.start(scan, [first])).toEqual([
      { ...first, scanStartedAt: scan.startedAt },
    ]);

    await expect(fixture.erasures.merge(merged(first, secondsAfterNow(30)), aContext())).rejects.toThrow(
      ConcurrentUpdateError,
    );
  });

  it('keep an erasure out of a scan that has read it before', async () => {
    const first = await asked();
    await fixture.erasures.merge(merged(first, secondsAfterNow(30)), aContext());

    expect(await fixture.erasureScans.start(newScan(NOW, secondsAfterNow(31)), [first])).toEqual([]);
    expect((await found(first))?.scanStartedAt).toBeNull();
  });
});
