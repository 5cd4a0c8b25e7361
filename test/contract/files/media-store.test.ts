import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KnownMedia, Media } from '#shared/files/domain/media.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext, anIdempotencyRecord } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('MediaStore', (fixture) => {
  async function created(overrides: Partial<KnownMedia> = {}) {
    const media = aMedia(overrides);
    await fixture.media.create(media, aContext());
    return media;
  }

  const read = ({ workspaceId, uuid }: Media) => fixture.media.find(workspaceId, uuid);

  describe('nextId', () => {
    it('counts from 1 and skips the numbers of removed files', async () => {
      const workspaceId = randomUUID();
      const media = await created({ workspaceId, id: await fixture.media.nextId(workspaceId) });
      await fixture.media.remove(media, aContext());

      expect(media.id).toBe(1);
      expect(await fixture.media.nextId(workspaceId)).toBe(2);
    });
  });

  describe('create', () => {
    it.each<Partial<KnownMedia>>([
      { altText: 'A brass engine' },
      { width: 1200, height: 900 },
      { altText: null, state: 'pending', mimeType: 'video/mp4', size: 200_000_000 },
    ])('returns the file as created, by UUID and by number: %j', async (fields) => {
      const media = await created({ id: 12, ...fields });

      expect(await read(media)).toEqual(media);
      expect(await fixture.media.findAll(media.workspaceId, [12, 13])).toEqual([media]);
      expect(await fixture.media.find(randomUUID(), media.uuid)).toBeUndefined();
      expect(await fixture.media.findAll(randomUUID(), [12])).toEqual([]);
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.media.create(aMedia(), aContext({ idempotencyRecord }));
      const twin = aMedia();

      await expect(fixture.media.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await read(twin)).toBeUndefined();
    });

    it('rejects a duplicate number, and keeps the first file', async () => {
      const media = await created();

      await expect(
        fixture.media.create(aMedia({ workspaceId: media.workspaceId }), aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.media.findAll(media.workspaceId, [1])).toEqual([media]);
    });
  });

  describe('list', () => {
    it('lists from the highest number down, page by page, in one workspace', async () => {
      const workspaceId = randomUUID();
      for (const id of [1, 2, 10]) await created({ workspaceId, id });
      await created();
      const newest = await fixture.media.list(workspaceId, { limit: 2 });
      const rest = await fixture.media.list(workspaceId, { limit: 9, after: newest[1]?.id });

      expect([...newest, ...rest].map(({ id }) => id)).toEqual([10, 2, 1]);
    });
  });

  describe('save', () => {
    it('replaces the file, with the response to store', async () => {
      const before = await created({ state: 'pending', altText: 'Old' });
      const after: Media = { ...before, state: 'ready', altText: null, revision: 2 };
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.media.save(before, after, aContext({ idempotencyRecord }));

      expect(await read(before)).toEqual(after);
      expect(await fixture.responses.find(idempotencyRecord.id, new Date(0))).toMatchObject({
        id: idempotencyRecord.id,
      });
    });

    it('rejects a file that was changed or removed since then', async () => {
      const before = await created();
      const after = { ...before, name: 'Other', revision: 2 };
      await fixture.media.save(before, after, aContext());
      await expect(fixture.media.save(before, after, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await fixture.media.remove(after, aContext());

      await expect(fixture.media.save(after, { ...after, revision: 3 }, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await read(before)).toBeUndefined();
    });
  });

  describe('remove', () => {
    it('removes only this file', async () => {
      const media = await created();
      const other = await created({ workspaceId: media.workspaceId, id: 2 });
      await fixture.media.remove(media, aContext());

      expect(await read(media)).toBeUndefined();
      expect(await fixture.media.list(media.workspaceId, { limit: 5 })).toEqual([other]);
    });

    it('rejects a file that was changed since then, or deleted', async () => {
      const before = await created();
      const after = { ...before, name: 'Other', revision: 2 };
      await fixture.media.save(before, after, aContext());
      await expect(fixture.media.remove(before, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await fixture.media.remove(after, aContext());

      await expect(fixture.media.remove(after, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });
});
