import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { afterFile, EXPORTED_RESOURCES, newExport } from '#shared/privacy/domain/workspace-export.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('the exports of workspaces', (fixture) => {
  it('are pending until they are complete, and each file is recorded once', async () => {
    const created = newExport(randomUUID(), randomUUID(), NOW);
    const isPending = async () =>
      (await fixture.exportJobs.readPending(NOW)).some(({ id }) => id === created.id);
    await fixture.exports.create(created, aContext());
    expect(await isPending()).toBe(true);

    let current = created;
    for (const part of EXPORTED_RESOURCES) {
      const next = afterFile(
        current,
        { name: `${part}-0001.ndjson`, run: 'run', records: 1, bytes: 2 },
        null,
        NOW,
      );
      expect(await fixture.exportJobs.advance(current, next)).toBe(true);
      expect(await fixture.exportJobs.advance(current, next)).toBe(false);
      current = next;
    }

    expect(await isPending()).toBe(false);
    expect(await fixture.exports.find(created.workspaceId, created.id)).toEqual(current);
    expect(current).toMatchObject({ state: 'completed', part: null, finishedAt: NOW });
    expect(await fixture.exports.find(randomUUID(), created.id)).toBeUndefined();
  });
});
