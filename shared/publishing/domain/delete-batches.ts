import { type Deletion, MAX_BATCH } from '#shared/publishing/ports/post-trash.ts';

/** Splits deletions into batches that each fit into one transaction, in the same order. */
export function deleteBatches(deletions: readonly Deletion[]): Deletion[][] {
  const batches: Deletion[][] = [];
  let bytes = 0;
  for (const deletion of deletions) {
    const size = sizeOf(deletion);
    const batch = batches.at(-1);
    if (batch && batch.length < MAX_BATCH.posts && bytes + size <= MAX_BATCH.bytes) {
      batch.push(deletion);
      bytes += size;
    } else {
      batches.push([deletion]);
      bytes = size;
    }
  }
  return batches;
}

function sizeOf({ before }: Deletion): number {
  return new TextEncoder().encode(JSON.stringify(before)).byteLength;
}
