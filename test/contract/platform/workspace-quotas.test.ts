import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { COUNTED_RESOURCES, countedId } from '#test/support/fixtures/platform/counted-resources.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describeStores('Workspace quotas', (fixture) => {
  describe.each(COUNTED_RESOURCES)('of $kind', ({ kind, create }) => {
    it('reject the resource above the limit with the resource and the limit', async () => {
      const workspaceId = randomUUID();
      await fixture.leaveRoom(workspaceId, kind, 1);
      await create(fixture, workspaceId, 1);

      await expect(create(fixture, workspaceId, 2)).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: expect.stringContaining(WORKSPACE_QUOTAS[kind].advice),
        extras: { resource: kind, limit: WORKSPACE_QUOTAS[kind].limit },
      });
      await expect(create(fixture, randomUUID(), 1)).resolves.toBeTypeOf('function');
    });

    it('have room for one more resource after a delete, however often the delete is repeated', async () => {
      const workspaceId = randomUUID();
      await fixture.leaveRoom(workspaceId, kind, 2);
      const remove = await create(fixture, workspaceId, 1);
      await create(fixture, workspaceId, 2);
      await remove();
      await Promise.allSettled([remove(), remove()]);

      expect(await fixture.readRoom(workspaceId, kind)).toBe(1);
    });

    it('let a delete succeed without a counter', async () => {
      const workspaceId = randomUUID();
      const remove = await create(fixture, workspaceId, 1);
      await fixture.removeQuota(workspaceId, kind);

      await expect(remove()).resolves.not.toThrow();
    });
  });

  describe('of posts that are not counted', () => {
    it('reject a post if the counted ones have reached the limit', async () => {
      const workspaceId = randomUUID();
      const post = aPostIn('draft', { workspaceId, id: countedId(false) });
      await fixture.leaveRoom(workspaceId, 'posts', 0);

      await expect(fixture.posts.create(post, aContext())).rejects.toMatchObject({ code: 'quota_exceeded' });
      expect(await fixture.posts.find(workspaceId, post.id)).toBeUndefined();
    });
  });
});
