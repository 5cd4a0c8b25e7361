import { describe, expect, it } from 'vitest';
import { type Block, BLOCK_LIMIT, type PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageGuard } from '#shared/biolinks/ports/page-store.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aBlock, EVERY_CONTENT } from '#test/support/builders/biolinks/block-builders.ts';
import { aPage, anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { fillPage } from '#test/support/fixtures/biolinks/fill-page.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const NONE: PageBlocks = { blocks: [], revision: 0 };

describeStores('BlockStore', (fixture) => {
  async function createdPage(): Promise<Page> {
    const page = aPage();
    await fixture.pages.create(page, aContext());
    return page;
  }

  /** Adds a block at the end. */
  async function added(pageId: string, overrides: Partial<Block> = {}): Promise<Block> {
    const block = aBlock({ pageId, ...overrides });
    const before = await fixture.blocks.read(pageId);
    await fixture.blocks.create(before, block, before.blocks.length, aContext());
    return block;
  }

  /** A page with this many blocks. */
  async function pageWith(count: number): Promise<{ page: Page; blocks: readonly Block[] }> {
    const page = await createdPage();
    const blocks = await fillPage(fixture.blocks, page.id, count);
    return { page, blocks };
  }

  function edited(block: Block): Block {
    return { ...block, content: { type: 'text', text: 'Edited' }, updatedAt: secondsAfterNow(60) };
  }

  describe('read', () => {
    it('returns no blocks at revision 0 for a page that never had one, or does not exist', async () => {
      const page = await createdPage();

      expect(await fixture.blocks.read(page.id)).toEqual(NONE);
      expect(await fixture.blocks.read(newId(NOW))).toEqual(NONE);
    });

    it('returns blocks of every type as created, with every field', async () => {
      const page = await createdPage();
      const blocks: Block[] = [];
      const frame = {
        visible: false,
        startsAt: secondsAfterNow(1),
        endsAt: secondsAfterNow(2),
        updatedAt: secondsAfterNow(3),
      };
      for (const content of EVERY_CONTENT) {
        blocks.push(await added(page.id, { content }), await added(page.id, { content, ...frame }));
      }

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks, revision: blocks.length });
    });

    it('returns only the blocks of its page', async () => {
      const { page, blocks } = await pageWith(1);
      await pageWith(2);

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks, revision: 1 });
    });
  });

  describe('create', () => {
    it('inserts the block at its position', async () => {
      const { page, blocks } = await pageWith(2);
      const before = await fixture.blocks.read(page.id);
      const block = aBlock({ pageId: page.id });
      await fixture.blocks.create(before, block, 1, aContext());

      expect(await fixture.blocks.read(page.id)).toEqual({
        blocks: blocks.toSpliced(1, 0, block),
        revision: 3,
      });
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const page = await createdPage();
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.blocks.create(NONE, aBlock({ pageId: page.id }), 0, aContext({ idempotencyRecord }));
      const before = await fixture.blocks.read(page.id);
      const again = fixture.blocks.create(
        before,
        aBlock({ pageId: page.id }),
        0,
        aContext({ idempotencyRecord }),
      );

      await expect(again).rejects.toThrow(DuplicateRequestError);
      expect(await fixture.blocks.read(page.id)).toEqual(before);
    });

    it('adds once when the same command runs twice', async () => {
      const { page, blocks } = await pageWith(1);
      const before = await fixture.blocks.read(page.id);
      const [block, context] = [aBlock({ pageId: page.id }), aContext()];
      await fixture.blocks.create(before, block, 1, context);
      await fixture.blocks.create(before, block, 1, context);

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [...blocks, block], revision: 2 });
    });

    it('stops at the limit, and accepts one more after a removal', async () => {
      const { page, blocks } = await pageWith(BLOCK_LIMIT);
      const before = await fixture.blocks.read(page.id);
      const [first = aBlock()] = blocks;
      const block = aBlock({ pageId: page.id });

      const create = fixture.blocks.create(before, block, 0, aContext());
      await expect(create).rejects.toMatchObject({
        code: 'block_limit_reached',
        extras: { limit: BLOCK_LIMIT },
      });
      await fixture.blocks.remove(before, first, aContext());
      const stale = fixture.blocks.create(before, block, 0, aContext());
      await expect(stale).rejects.toThrow(ConcurrentUpdateError);
      await added(page.id);
      expect((await fixture.blocks.read(page.id)).blocks).toHaveLength(BLOCK_LIMIT);
    });

    it('rejects the first block on a page that was published after the read', async () => {
      const page = await createdPage();
      const block = aBlock({ pageId: page.id });
      await fixture.pages.save(page, anEditedPage(page, { status: 'active' }), aContext());
      const create = fixture.blocks.create(NONE, block, 0, aContext(), 'not-active');

      await expect(create).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.blocks.read(page.id)).toEqual(NONE);
    });

    it('rejects a page that does not exist', async () => {
      const block = aBlock();

      await expect(fixture.blocks.create(NONE, block, 0, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.blocks.read(block.pageId)).toEqual(NONE);
    });
  });

  describe('save', () => {
    it('writes only this block, in its position', async () => {
      const { page, blocks } = await pageWith(3);
      const [first, second = aBlock(), third] = blocks;
      const after = edited(second);
      await fixture.blocks.save(await fixture.blocks.read(page.id), after, aContext());

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [first, after, third], revision: 4 });
    });

    it('removes time bounds', async () => {
      const page = await createdPage();
      const bounds = { startsAt: secondsAfterNow(1), endsAt: secondsAfterNow(2) };
      const block = await added(page.id, bounds);
      const after = { ...block, startsAt: null, endsAt: null };
      await fixture.blocks.save(await fixture.blocks.read(page.id), after, aContext());

      expect((await fixture.blocks.read(page.id)).blocks).toEqual([after]);
    });
  });

  describe('remove', () => {
    it('removes only this block, and keeps counting revisions after the last one', async () => {
      const { page, blocks } = await pageWith(2);
      const [first = aBlock(), second = aBlock()] = blocks;
      await fixture.blocks.remove(await fixture.blocks.read(page.id), first, aContext());
      const left = await fixture.blocks.read(page.id);
      await fixture.blocks.remove(left, second, aContext());
      const none = await fixture.blocks.read(page.id);
      const third = await added(page.id);

      expect(left).toEqual({ blocks: [second], revision: 3 });
      expect(none).toEqual({ blocks: [], revision: 4 });
      expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [third], revision: 5 });
    });
  });

  describe('reorder', () => {
    it('changes only the order', async () => {
      const { page, blocks } = await pageWith(3);
      const ids = blocks.map(({ id }) => id).toReversed();
      await fixture.blocks.reorder(await fixture.blocks.read(page.id), page.id, ids, aContext());

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks: blocks.toReversed(), revision: 4 });
    });
  });

  describe.each<[string, (before: PageBlocks, block: Block, guard?: PageGuard) => Promise<void>]>([
    [
      'create',
      (before, block, guard) =>
        fixture.blocks.create(before, aBlock({ pageId: block.pageId }), 0, aContext(), guard),
    ],
    ['save', (before, block, guard) => fixture.blocks.save(before, edited(block), aContext(), guard)],
    ['remove', (before, block, guard) => fixture.blocks.remove(before, block, aContext(), guard)],
    [
      'reorder',
      (before, { pageId }, guard) =>
        fixture.blocks.reorder(
          before,
          pageId,
          before.blocks.map(({ id }) => id).toReversed(),
          aContext(),
          guard,
        ),
    ],
  ])('%s', (_, write) => {
    it.each<[string, (before: PageBlocks, first: Block) => Promise<void>]>([
      ['added', (before, { pageId }) => fixture.blocks.create(before, aBlock({ pageId }), 0, aContext())],
      ['edited', (before, first) => fixture.blocks.save(before, edited(first), aContext())],
      ['removed', (before, first) => fixture.blocks.remove(before, first, aContext())],
      [
        'moved',
        (before, { pageId }) =>
          fixture.blocks.reorder(before, pageId, before.blocks.map(({ id }) => id).toReversed(), aContext()),
      ],
    ])('rejects when a block was %s after the read, and changes nothing', async (__, meanwhile) => {
      const { page, blocks } = await pageWith(2);
      const [first = aBlock()] = blocks;
      const stale = await fixture.blocks.read(page.id);
      await meanwhile(stale, first);
      const current = await fixture.blocks.read(page.id);

      await expect(write(stale, first)).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.blocks.read(page.id)).toEqual(current);
    });

    it.each(['exists', 'not-active'] as const)(
      'does not recreate blocks of a deleted page (%s)',
      async (guard) => {
        const { page, blocks } = await pageWith(2);
        const [first = aBlock()] = blocks;
        const stale = await fixture.blocks.read(page.id);
        await fixture.pages.remove(page, aContext());

        await expect(write(stale, first, guard)).rejects.toThrow(ConcurrentUpdateError);
        expect(await fixture.blocks.read(page.id)).toEqual(NONE);
      },
    );

    it('rejects a page that was published after the read, if the caller may not change active ones', async () => {
      const { page, blocks } = await pageWith(2);
      const [first = aBlock()] = blocks;
      const before = await fixture.blocks.read(page.id);
      const active = anEditedPage(page, { status: 'active' });
      await fixture.pages.save(page, active, aContext());

      await expect(write(before, first, 'not-active')).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.blocks.read(page.id)).toEqual(before);
      await fixture.pages.save(active, anEditedPage(active, { status: 'archived' }), aContext());
      await write(before, first, 'not-active');
      expect((await fixture.blocks.read(page.id)).revision).toBe(3);
    });
  });

  describe('the page', () => {
    it('keeps its revision when blocks are written, and its blocks when it is edited', async () => {
      const { page, blocks } = await pageWith(1);
      await fixture.pages.save(page, anEditedPage(page, { title: 'Second' }), aContext());

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks, revision: 1 });
    });

    it('is deleted together with its blocks, up to a hundred', async () => {
      const { page } = await pageWith(BLOCK_LIMIT);
      await fixture.pages.remove(page, aContext());

      expect(await fixture.blocks.read(page.id)).toEqual(NONE);
    });
  });
});
