import type { Block, PageBlocks } from './block.ts';

/** Blocks of a page that never had one. */
export const NO_BLOCKS: PageBlocks = { blocks: [], revision: 0 };

/** The blocks with one more, at a place from 0 to their number. */
export function withBlock({ blocks, revision }: PageBlocks, block: Block, position: number): PageBlocks {
  return { blocks: blocks.toSpliced(position, 0, block), revision: revision + 1 };
}

/** The blocks with one of them edited. */
export function withEdited({ blocks, revision }: PageBlocks, block: Block): PageBlocks {
  return { blocks: blocks.map((each) => (each.id === block.id ? block : each)), revision: revision + 1 };
}

/** The blocks without one of them. */
export function withoutBlock({ blocks, revision }: PageBlocks, { id }: Pick<Block, 'id'>): PageBlocks {
  return { blocks: blocks.filter((each) => each.id !== id), revision: revision + 1 };
}

/** The blocks in the order of `ids`, a permutation of theirs. */
export function inOrder({ blocks, revision }: PageBlocks, ids: readonly string[]): PageBlocks {
  return {
    blocks: ids.flatMap((id) => blocks.filter((block) => block.id === id)),
    revision: revision + 1,
  };
}

/** How a list of ids is not a permutation of the blocks' own; all three are empty if it is one. */
export function orderProblems({ blocks }: PageBlocks, ids: readonly string[]) {
  const own = new Set(blocks.map(({ id }) => id));
  const sent = new Set(ids);
  return {
    missing: [...own].filter((id) => !sent.has(id)),
    unknown: [...sent].filter((id) => !own.has(id)),
    duplicate: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
  };
}
