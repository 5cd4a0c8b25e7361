import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aPixel } from '#test/support/builders/biolinks/domain-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('PixelStore', (fixture) => {
  async function created(overrides: Parameters<typeof aPixel>[0] = {}) {
    const pixel = aPixel(overrides);
    await fixture.pixels.create(pixel, aContext());
    return pixel;
  }

  describe('create', () => {
    it('returns the pixel as created', async () => {
      const pixel = await created({ provider: 'meta', tagId: '123456789012345' });

      expect(await fixture.pixels.findAll(pixel.workspaceId, [pixel.id])).toEqual([pixel]);
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.pixels.create(aPixel(), aContext({ idempotencyRecord }));
      const twin = aPixel();

      await expect(fixture.pixels.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await fixture.pixels.findAll(twin.workspaceId, [twin.id])).toEqual([]);
    });

    it('rejects a duplicate id', async () => {
      const pixel = await created();

      await expect(fixture.pixels.create(pixel, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });

  describe('findAll', () => {
    it('omits unknown and third-party pixels, and counts a repeated id once', async () => {
      const pixel = await created();
      const foreign = await created();
      const ids = [pixel.id, foreign.id, randomUUID(), pixel.id];

      expect(await fixture.pixels.findAll(pixel.workspaceId, ids)).toEqual([pixel]);
      expect(await fixture.pixels.findAll(pixel.workspaceId, [])).toEqual([]);
    });
  });

  describe('list', () => {
    it('lists newest first, page by page, in one workspace', async () => {
      const workspaceId = randomUUID();
      const ids = [1, 2, 3].map((second) => newId(secondsAfterNow(second)));
      for (const id of ids) await created({ workspaceId, id });
      await created();
      const newest = await fixture.pixels.list(workspaceId, { limit: 2 });
      const rest = await fixture.pixels.list(workspaceId, { limit: 2, after: newest[1]?.id });

      expect([...newest, ...rest].map(({ id }) => id)).toEqual(ids.toReversed());
    });

    it('continues after a deleted pixel', async () => {
      const workspaceId = randomUUID();
      const old = await created({ workspaceId, id: newId(secondsAfterNow(1)) });
      const gone = await created({ workspaceId, id: newId(secondsAfterNow(2)) });
      await fixture.pixels.remove(gone, aContext());

      expect(await fixture.pixels.list(workspaceId, { limit: 5, after: gone.id })).toEqual([old]);
    });
  });

  describe('remove', () => {
    it('removes only this pixel', async () => {
      const pixel = await created();
      const other = await created({ workspaceId: pixel.workspaceId });
      await fixture.pixels.remove(pixel, aContext());

      expect(await fixture.pixels.list(pixel.workspaceId, { limit: 5 })).toEqual([other]);
    });

    it('rejects a second removal', async () => {
      const pixel = await created();
      await fixture.pixels.remove(pixel, aContext());

      await expect(fixture.pixels.remove(pixel, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });
});
