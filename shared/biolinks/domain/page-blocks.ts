import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { type Block, BLOCKS_BYTES_LIMIT, type PageBlocks } from './block.ts';

/** The blocks of a page that never had any. */
export const NO_BLOCKS: PageBlocks = { blocks: [], revision: 0 };

/** The blocks with a new one inserted at `position`, from 0 to the number of blocks. */
export function withBlock({ blocks, revision }: PageBlocks, block: Block, position: number): PageBlocks {
  return { blocks: blocks.toSpliced(position, 0, block), revision: revision + 1 };
}

/** The blocks with one of them replaced by its edited version. */
export function withEdited({ blocks, revision }: PageBlocks, block: Block): PageBlocks {
  return { blocks: blocks.map((each) => (each.id === block.id ? block : each)), revision: revision + 1 };
}

/**
 * Requires that a change does not make the blocks of a page too large together. A block that is made smaller is always accepted.
 * The change is written only at the revision of `before`, so concurrent changes cannot exceed the limit together.
 * @throws PlatformError `page_too_large`
 */
export function requireSize(before: PageBlocks, after: PageBlocks): void {
  const bytes = sizeOf(after);
  if (bytes <= BLOCKS_BYTES_LIMIT || bytes <= sizeOf(before)) return;
  throw new PlatformError(
    biolinksErrors.page_too_large,
    `The blocks of the page would have ${bytes} bytes together. The maximum is ${BLOCKS_BYTES_LIMIT}. Shorten or delete blocks.`,
    { limit: BLOCKS_BYTES_LIMIT },
  );
}

function sizeOf({ blocks }: PageBlocks): number {
  const encoder = new TextEncoder();
  return blocks.reduce((bytes, { content }) => bytes + encoder.encode(JSON.stringify(content)).length, 0);
}

/** The blocks without one of them. */
export function withoutBlock({ blocks, revision }: PageBlocks, { id }: Pick<Block, 'id'>): PageBlocks {
  return { blocks: blocks.filter((each) => each.id !== id), revision: revision + 1 };
}

/** The blocks in the order of `ids`, which must be a permutation of their ids. */
export function inOrder({ blocks, revision }: PageBlocks, ids: readonly string[]): PageBlocks {
  return {
    blocks: ids.flatMap((id) => blocks.filter((block) => block.id === id)),
    revision: revision + 1,
  };
}

/** The differences between a list of ids and the blocks of a page; all three lists are empty for a permutation. */
export function orderProblems({ blocks }: PageBlocks, ids: readonly string[]) {
  const own = new Set(blocks.map(({ id }) => id));
  const sent = new Set(ids);
  return {
    missing: [...own].filter((id) => !sent.has(id)),
    unknown: [...sent].filter((id) => !own.has(id)),
    duplicate: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
  };
}
