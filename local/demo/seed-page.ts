import { randomUUID } from 'node:crypto';
import { newBlock } from '#shared/biolinks/domain/block-edit.ts';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { newPage } from '#shared/biolinks/domain/page-edit.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { createDynamoBlockStore } from '#shared/biolinks/store/dynamo-block-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';

type NewPage = {
  readonly workspaceId: string;
  readonly slug: string;
  readonly fields: Parameters<typeof newPage>[1];
  readonly contents: readonly BlockContent[];
};

/** Publishes a page with blocks, as a command of an operator. If another page has the slug, it gets a suffix. */
export async function seedPage(
  core: WritableTable,
  { workspaceId, slug, fields, contents }: NewPage,
  now: Date,
): Promise<{ readonly page: Page; readonly blocks: readonly Block[] }> {
  const identity = { id: newId(now), workspaceId, slug, theme: 'paper' };
  const page = await create(core, newPage(identity, { ...fields, status: 'active' }, now), now);
  return { page, blocks: await seedBlocks(core, page, contents, now) };
}

/** Adds the blocks that a page does not have yet, because a start was interrupted. Returns all of its blocks. */
export async function seedBlocks(
  core: WritableTable,
  { id: pageId, workspaceId }: Page,
  contents: readonly BlockContent[],
  now: Date,
): Promise<readonly Block[]> {
  const store = createDynamoBlockStore(core);
  const { blocks } = await store.read(pageId);
  const added: Block[] = [];
  for (const [position, content] of [...contents.entries()].slice(blocks.length)) {
    const blockFields = { content, visible: true, startsAt: null, endsAt: null };
    const block = newBlock({ id: newId(now), workspaceId, pageId }, blockFields, now);
    await store.create(await store.read(pageId), block, position, seedCommand(now));
    added.push(block);
  }
  return [...blocks, ...added];
}

async function create(core: WritableTable, page: Page, now: Date): Promise<Page> {
  const store = createDynamoPageStore(core);
  try {
    await store.create(page, seedCommand(now));
    return page;
  } catch (error) {
    // An earlier start that was interrupted before it saved its data has already claimed the slug.
    if (!(error instanceof PlatformError) || error.code !== 'slug_taken') throw error;
    const renamed = { ...page, slug: `${page.slug}-${randomUUID().slice(0, 8)}` };
    await store.create(renamed, seedCommand(now));
    return renamed;
  }
}

/** The context of a write of an operator. */
export function seedCommand(at: Date): CommandContext {
  const change = {
    actor: { kind: 'operator' },
    operation: 'seed',
    requestId: 'seed',
    nonce: randomUUID(),
    at,
  } as const;
  return { change, idempotencyRecord: null };
}
