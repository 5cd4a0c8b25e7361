import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  afterFile,
  atTurn,
  EXPORT_INTERVAL_MS,
  EXPORT_TTL_MS,
  newExport,
  type WorkspaceExport,
} from '#shared/privacy/domain/workspace-export.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('the unfinished export of a workspace', (fixture) => {
  async function created(workspaceId: string = randomUUID(), now = NOW): Promise<WorkspaceExport> {
    const exported = newExport(randomUUID(), workspaceId, now);
    await fixture.exports.create(exported, aContext());
    return exported;
  }

  it('is the only one, also if requests race', async () => {
    const workspaceId = randomUUID();
    const results = await Promise.allSettled([
      created(workspaceId),
      created(workspaceId),
      created(workspaceId),
    ]);

    const [first] = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(errors).toHaveLength(2);
    for (const error of errors)
      expect(error).toMatchObject({ code: 'export_running', extras: { export: first?.id } });
    await created();
  });

  it.each(['completed', 'failed'] as const)(
    'allows another one once it is %s, four hours after the request',
    async (state) => {
      const before = await created();
      const ended = { ...before, state, part: null, finishedAt: NOW, step: before.step + 1 };
      expect(await fixture.exportJobs.advance(before, ended)).toBe(true);

      const interval = EXPORT_INTERVAL_MS.workspace / 1000;
      await expect(created(before.workspaceId, secondsAfterNow(interval - 1))).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: expect.stringContaining(secondsAfterNow(interval).toISOString()),
        extras: { headers: { 'Retry-After': '1' } },
      });
      const next = await created(before.workspaceId, secondsAfterNow(interval));
      await expect(created(before.workspaceId, secondsAfterNow(interval))).rejects.toMatchObject({
        extras: { export: next.id },
      });
      expect((await fixture.exportJobs.readPending(NOW)).map(({ id }) => id)).not.toContain(before.id);
    },
  );

  it('allows another one when it has expired', async () => {
    const { workspaceId, createdAt } = await created();
    const now = new Date(createdAt.getTime() + EXPORT_TTL_MS.workspace);

    const next = await created(workspaceId, now);
    expect(await fixture.exports.find(workspaceId, next.id)).toEqual(next);
  });

  it('has its next turn after all others, and not before its wait ends', async () => {
    const large = await created();
    const other = await created(undefined, secondsAfterNow(10));
    const turns = async (seconds: number) =>
      (await fixture.exportJobs.readPending(secondsAfterNow(seconds)))
        .map(({ id }) => id)
        .filter((id) => [large.id, other.id].includes(id));
    expect(await turns(10)).toEqual([large.id, other.id]);

    const begun = atTurn(large, secondsAfterNow(20));
    await fixture.exportJobs.advance(large, begun);
    expect(await turns(79)).toEqual([other.id]);
    expect(await turns(80)).toEqual([other.id, large.id]);

    const file = { name: 'workspace-0001.ndjson', run: 'run', records: 1, bytes: 2 };
    const written = afterFile(begun, file, null, secondsAfterNow(21));
    await fixture.exportJobs.advance(begun, written);
    expect(await turns(21)).toEqual([other.id, large.id]);
    expect(await fixture.exports.find(large.workspaceId, large.id)).toEqual(written);
  });
});
