import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { blocksRevision } from '#shared/biolinks/http/block-view.ts';
import type { BlockStore, PageGuard, PageStore } from '#shared/biolinks/ports/page-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import { loadEditablePage, mayPublish } from './load-page.ts';

/** What every change of blocks reads. */
export type BlockReads = {
  readonly pages: Pick<PageStore, 'find'>;
  readonly blocks: Pick<BlockStore, 'read'>;
};

export type LoadedBlocks = {
  readonly page: Page;
  readonly before: PageBlocks;
  /** What the write has to hold the page to: it may be published after it was read. */
  readonly guard: PageGuard;
};
export type LoadedBlock = LoadedBlocks & { readonly block: Block };

type BlockRequest = Parameters<typeof loadEditablePage>[1];

/**
 * How often a change of blocks that names no revision is tried again. All blocks of a page have one revision (G57), so
 * writers meet here who have nothing to do with each other: that is no reason to refuse one.
 */
export const BLOCK_RETRIES = 12;

/** The variable of the path that names a block. */
export const blockParameter = { form: 'uuid', notFound: 'block_not_found' } as const satisfies PathParameter;

/** The blocks of the page that a path names, for a command. @throws PlatformError `page_not_found` · `permission_missing` */
export async function loadBlocks(
  { pages, blocks }: BlockReads,
  request: BlockRequest,
): Promise<LoadedBlocks> {
  const [page, stored] = await Promise.all([
    loadEditablePage(pages, request),
    blocks.read(request.params['page'] ?? ''),
  ]);
  const { workspaceId } = page;
  // Blocks of the time before the audit log do not name their workspace; their next change does.
  const before = { ...stored, blocks: stored.blocks.map((block) => ({ ...block, workspaceId })) };
  return { page, before, guard: mayPublish(request.principal) ? 'exists' : 'not-active' };
}

/** The same with the block that the path names. @throws PlatformError also `block_not_found` */
export async function loadBlock(reads: BlockReads, request: BlockRequest): Promise<LoadedBlock> {
  const loaded = await loadBlocks(reads, request);
  const block = loaded.before.blocks.find(({ id }) => id === request.params['block']);
  if (!block) throw new PlatformError('block_not_found', NOT_FOUND);
  return { ...loaded, block };
}

/** The revision of what these loaded. */
export function revisionOfBlocks({ before }: LoadedBlocks): string {
  return blocksRevision(before);
}
