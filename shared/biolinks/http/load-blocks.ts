import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { BlockReader, PageGuard, PageReader } from '#shared/biolinks/ports/page-store.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import { blocksRevision } from './block-view.ts';
import { loadEditablePage, pageGuardOf } from './page-access.ts';

/** The stores that every change of blocks reads. */
export type BlockReads = {
  readonly pages: Pick<PageReader, 'find'>;
  readonly blocks: BlockReader;
};

/** The blocks of a page, read for a change. */
export type LoadedBlocks = {
  readonly page: Page;
  readonly before: PageBlocks;
  /** The condition of the write, because the page may be published after it was read. */
  readonly guard: PageGuard;
};
export type LoadedBlock = LoadedBlocks & { readonly block: Block };

type BlockRequest = Parameters<typeof loadEditablePage>[1];

/**
 * Retries of a change without `If-Match`. All blocks of a page share one revision, so independent writers conflict often and
 * must not be rejected for that. 30 concurrent requests need up to 17 attempts each if the database executes one call at a time.
 */
export const BLOCK_RETRIES = 20;

/** The path parameter that identifies a block. */
export const blockParameter = {
  form: 'uuid',
  notFound: biolinksErrors.block_not_found,
  example: '01980000-0000-7000-8000-000000000002',
} as const satisfies PathParameter;

/** Loads the blocks of the page of the path, for a change. @throws PlatformError `page_not_found` · `permission_missing` */
export async function loadBlocks(
  { pages, blocks }: BlockReads,
  request: BlockRequest,
): Promise<LoadedBlocks> {
  const [page, stored] = await Promise.all([
    loadEditablePage(pages, request),
    blocks.read(request.params.page),
  ]);
  const { workspaceId } = page;
  // Blocks stored before the audit log existed have no workspace id; the next write adds it.
  const before = { ...stored, blocks: stored.blocks.map((block) => ({ ...block, workspaceId })) };
  return { page, before, guard: pageGuardOf(request.principal) };
}

/** Loads the block of the path with all blocks of its page. @throws PlatformError as `loadBlocks` · `block_not_found` */
export async function loadBlock(
  reads: BlockReads,
  request: BlockRequest & { readonly params: { readonly block: string } },
): Promise<LoadedBlock> {
  const loaded = await loadBlocks(reads, request);
  const block = loaded.before.blocks.find(({ id }) => id === request.params.block);
  if (!block) throw notFound(biolinksErrors.block_not_found);
  return { ...loaded, block };
}

/** The revision of the loaded blocks, for `If-Match`. */
export function revisionOfBlocks({ before }: LoadedBlocks): string {
  return blocksRevision(before);
}
