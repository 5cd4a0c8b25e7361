import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recountQuotas } from '#scripts/lib/restore/recount-quotas.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aTag } from '#test/support/builders/publishing/account-builders.ts';
import { COUNTED_RESOURCES, countedId } from '#test/support/fixtures/platform/counted-resources.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const { emulator, fixture, faults } = emulatedStores();

describe('recountQuotas', () => {
  it.each(COUNTED_RESOURCES)(
    'sets a wrong or missing counter of $kind to the number of items',
    async ({ kind, create }) => {
      const workspaceId = randomUUID();
      const other = randomUUID();
      await create(fixture, workspaceId, 1);
      const room = await fixture.readRoom(workspaceId, kind);
      const remove = await create(fixture, workspaceId, 2);
      await remove();
      await fixture.leaveRoom(workspaceId, kind, 7);
      await fixture.leaveRoom(other, kind, 7);

      expect(await recountQuotas(emulator.core, workspaceId)).toEqual({ written: 1, conflicts: [] });
      expect(await fixture.readRoom(workspaceId, kind)).toBe(room);
      expect(await fixture.readRoom(other, kind)).toBe(7);

      await fixture.removeQuota(workspaceId, kind);
      await recountQuotas(emulator.core, workspaceId);

      expect(await fixture.readRoom(workspaceId, kind)).toBe(room);
      expect(await recountQuotas(emulator.core, workspaceId)).toEqual({ written: 0, conflicts: [] });
    },
  );

  it('does not count the posts that creating them did not count', async () => {
    const workspaceId = randomUUID();
    for (const isCounted of [true, false, false])
      await fixture.posts.create(aPostIn('draft', { workspaceId, id: countedId(isCounted) }), aContext());
    const room = await fixture.readRoom(workspaceId, 'posts');
    await fixture.removeQuota(workspaceId, 'posts');
    await recountQuotas(emulator.core, workspaceId);

    expect(await fixture.readRoom(workspaceId, 'posts')).toBe(room);
  });

  it('counts again if a resource was created during the scan', async () => {
    const workspaceId = randomUUID();
    await fixture.tags.create(aTag({ workspaceId, id: 1 }), aContext());
    const room = await fixture.readRoom(workspaceId, 'tags');
    await fixture.leaveRoom(workspaceId, 'tags', 7);
    // After the scan, and before the write of the recount.
    faults.script(meanwhile('PutItem', () => fixture.tags.create(aTag({ workspaceId, id: 2 }), aContext())));

    expect(await recountQuotas(emulator.core, workspaceId)).toEqual({ written: 1, conflicts: [] });
    expect(await fixture.readRoom(workspaceId, 'tags')).toBe(room - 1);
  });

  it('reports a counter that changes during every scan', async () => {
    const workspaceId = randomUUID();
    await fixture.leaveRoom(workspaceId, 'tags', 7);
    const ids = [1, 2, 3];
    faults.script(
      ...ids.map((id) =>
        meanwhile('PutItem', () => fixture.tags.create(aTag({ workspaceId, id }), aContext())),
      ),
    );

    const { written, conflicts } = await recountQuotas(emulator.core, workspaceId);

    expect(written).toBe(0);
    expect(conflicts).toEqual([`${workspaceId}/tags`]);
  });
});
