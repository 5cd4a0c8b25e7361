import { type Deletion, MAX_BATCH } from '#shared/publishing/ports/post-trash.ts';

/** Splits deletions into batches of at most `maxPosts` that each fit into one transaction, in the same order. */
export function deleteBatches(deletions: readonly Deletion[], maxPosts = Infinity): Deletion[][] {
  const batches: Deletion[][] = [];
  let [bytes, writes] = [0, 0];
  for (const deletion of deletions) {
    const size = sizeOf(deletion);
    const count = deletion.after === null ? 2 : 1;
    const batch = batches.at(-1);
    const fits = bytes + size <= MAX_BATCH.bytes && writes + count <= MAX_BATCH.writes;
    if (batch && batch.length < maxPosts && fits) {
      batch.push(deletion);
      bytes += size;
      writes += count;
    } else {
      batches.push([deletion]);
      [bytes, writes] = [size, count];
    }
  }
  return batches;
}

function sizeOf({ before }: Deletion): number {
  return new TextEncoder().encode(JSON.stringify(before)).byteLength;
}
