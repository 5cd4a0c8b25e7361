import { type Deletion, MAX_BATCH } from '#shared/publishing/ports/post-trash.ts';

/** Deletions in lots that fit into a transaction each, in their order (H2). */
export function deleteBatches(deletions: readonly Deletion[]): Deletion[][] {
  const lots: Deletion[][] = [];
  let bytes = 0;
  for (const deletion of deletions) {
    const size = sizeOf(deletion);
    const lot = lots.at(-1);
    if (lot && lot.length < MAX_BATCH.posts && bytes + size <= MAX_BATCH.bytes) {
      lot.push(deletion);
      bytes += size;
    } else {
      lots.push([deletion]);
      bytes = size;
    }
  }
  return lots;
}

function sizeOf({ before }: Deletion): number {
  return new TextEncoder().encode(JSON.stringify(before)).byteLength;
}
