import { describe, expect, it } from 'vitest';
import { restoreTable } from '#scripts/lib/restore/restore-table.ts';
import { blockKey, blockOrderKey, pageKey } from '#shared/biolinks/store/keys.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { copyItems, lose } from '#test/support/fixtures/platform/past-table.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

const { emulator, fixture } = emulatedStores();
const past = forAllTests(startEmulator, 'stop');

async function aPageWithBlocks() {
  const { workspaceId } = (await createWorkspaceIn(fixture.workspaces)).owned;
  const page = aPage({ workspaceId });
  await fixture.pages.create(page, aContext());
  const blocks = [1, 2, 3].map(() => aBlock({ workspaceId, pageId: page.id }));
  for (const block of blocks)
    await fixture.blocks.create(await fixture.blocks.read(page.id), block, 0, aContext());
  await copyItems(emulator.core, past.core);
  return { page, blocks };
}

async function restore(workspaceId: string): Promise<void> {
  await restoreTable({
    live: emulator.core,
    restored: past.core,
    overwrite: false,
    apply: true,
    workspaceId,
    now: secondsAfterNow(3600),
    print: () => {},
  });
}

describe('a restore of the blocks of a page', () => {
  const LOST = {
    'with the whole page': (pageId, blocks) => [
      pageKey(pageId),
      blockOrderKey(pageId),
      ...blocks.map(({ id }) => blockKey(pageId, id)),
    ],
    'without the page': (pageId, blocks) => blocks.map(({ id }) => blockKey(pageId, id)),
  } satisfies Record<string, (pageId: string, blocks: readonly { readonly id: string }[]) => readonly Key[]>;

  it.each(Object.entries(LOST))('%s, makes them readable', async (_, keysOf) => {
    const { page, blocks } = await aPageWithBlocks();
    const before = await fixture.blocks.read(page.id);
    await lose(emulator.core, ...keysOf(page.id, blocks));
    await restore(page.workspaceId);

    expect((await fixture.blocks.read(page.id)).blocks).toEqual(before.blocks);
  });

  it('of which one was edited before it was lost, returns the earlier content', async () => {
    const { page, blocks } = await aPageWithBlocks();
    const [first] = blocks;
    if (!first) throw new Error('The page has no block');
    const edited = { ...first, content: { type: 'header' as const, title: 'Edited' } };
    await fixture.blocks.save(await fixture.blocks.read(page.id), edited, aContext());
    await lose(emulator.core, blockKey(page.id, first.id));
    await restore(page.workspaceId);

    const restored = (await fixture.blocks.read(page.id)).blocks.find(({ id }) => id === first.id);
    expect(restored).toEqual(first);
  });
});
