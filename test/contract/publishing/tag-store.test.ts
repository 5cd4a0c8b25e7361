import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aContext, anIdempotencyRecord } from '#test/support/builders/platform/command-builders.ts';
import { aTag } from '#test/support/builders/publishing/account-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('TagStore', (fixture) => {
  async function created(overrides: Parameters<typeof aTag>[0] = {}) {
    const tag = aTag(overrides);
    await fixture.tags.create(tag, aContext());
    return tag;
  }

  const read = ({ workspaceId, uuid }: ReturnType<typeof aTag>) => fixture.tags.find(workspaceId, uuid);

  describe('nextId', () => {
    it('counts from 1 and skips the numbers of removed tags', async () => {
      const workspaceId = randomUUID();
      const tag = await created({ workspaceId, id: await fixture.tags.nextId(workspaceId) });
      await fixture.tags.remove(tag, aContext());

      expect(tag.id).toBe(1);
      expect(await fixture.tags.nextId(workspaceId)).toBe(2);
    });
  });

  describe('create', () => {
    it('returns the tag as created, by UUID and by number', async () => {
      const tag = await created({ id: 12 });

      expect(await read(tag)).toEqual(tag);
      expect(await fixture.tags.findAll(tag.workspaceId, [12, 13])).toEqual([tag]);
      expect(await fixture.tags.find(randomUUID(), tag.uuid)).toBeUndefined();
      expect(await fixture.tags.find(tag.workspaceId, String(tag.id))).toEqual(tag);
      expect(await fixture.tags.find(randomUUID(), String(tag.id))).toBeUndefined();
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.tags.create(aTag(), aContext({ idempotencyRecord }));
      const twin = aTag();

      await expect(fixture.tags.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await read(twin)).toBeUndefined();
    });

    it('rejects a duplicate number, and keeps the first tag', async () => {
      const tag = await created();

      await expect(fixture.tags.create(aTag({ workspaceId: tag.workspaceId }), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.tags.findAll(tag.workspaceId, [1])).toEqual([tag]);
    });
  });

  describe('list', () => {
    it('lists from the highest number down, page by page, in one workspace', async () => {
      const workspaceId = randomUUID();
      for (const id of [1, 2, 10]) await created({ workspaceId, id });
      await created();
      const newest = await fixture.tags.list(workspaceId, { limit: 2 });
      const rest = await fixture.tags.list(workspaceId, { limit: 9, after: newest[1]?.id });

      expect([...newest, ...rest].map(({ id }) => id)).toEqual([10, 2, 1]);
    });
  });

  describe('save', () => {
    it('replaces the tag', async () => {
      const before = await created();
      const after = { ...before, name: 'Sale', hexColor: '#00ff00', revision: 2 };
      await fixture.tags.save(before, after, aContext());

      expect(await read(before)).toEqual(after);
    });

    it('rejects a tag that was changed or removed since then', async () => {
      const before = await created();
      const after = { ...before, revision: 2 };
      await fixture.tags.save(before, after, aContext());
      await expect(fixture.tags.save(before, after, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await fixture.tags.remove(after, aContext());

      await expect(fixture.tags.save(after, { ...after, revision: 3 }, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await read(before)).toBeUndefined();
    });
  });

  describe('remove', () => {
    it('removes only this tag', async () => {
      const tag = await created();
      const other = await created({ workspaceId: tag.workspaceId, id: 2 });
      await fixture.tags.remove(tag, aContext());

      expect(await read(tag)).toBeUndefined();
      expect(await fixture.tags.list(tag.workspaceId, { limit: 5 })).toEqual([other]);
    });

    it('rejects a tag that was changed since then, or deleted', async () => {
      const before = await created();
      const after = { ...before, name: 'Sale', revision: 2 };
      await fixture.tags.save(before, after, aContext());
      await expect(fixture.tags.remove(before, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await fixture.tags.remove(after, aContext());

      await expect(fixture.tags.remove(after, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });
});
