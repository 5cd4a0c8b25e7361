import { typeName } from './blocks/block-draft.ts';
import type { Block } from './page-reads.ts';

/** Names the links of a page as its visitors see them. */
export function linkNames(blocks: readonly Block[]) {
  const known = new Map(blocks.map((block) => [block.id, block]));
  return (id: string, item: string | null): string => {
    if (id === 'other') return 'all other links';
    const block = known.get(id);
    if (!block) return item === null ? 'a deleted block' : `${item} in a deleted block`;
    if (item !== null) return item;
    switch (block.type) {
      case 'link':
        return block.title;
      case 'image':
        return block.alt || block.url || 'a picture';
      case 'video':
        return `the video at ${block.url}`;
      default:
        return `a block of the type “${typeName(block.type)}”`;
    }
  };
}
