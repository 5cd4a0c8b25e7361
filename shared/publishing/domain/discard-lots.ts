import { type Discard, DISCARDS_AT_ONCE } from '#shared/publishing/ports/post-bin.ts';

/** Discards in lots that fit into a transaction each, in their order (H2). */
export function discardLots(discards: readonly Discard[]): Discard[][] {
  const lots: Discard[][] = [];
  let bytes = 0;
  for (const discard of discards) {
    const size = sizeOf(discard);
    const lot = lots.at(-1);
    if (lot && lot.length < DISCARDS_AT_ONCE.posts && bytes + size <= DISCARDS_AT_ONCE.bytes) {
      lot.push(discard);
      bytes += size;
    } else {
      lots.push([discard]);
      bytes = size;
    }
  }
  return lots;
}

function sizeOf({ before }: Discard): number {
  return new TextEncoder().encode(JSON.stringify(before)).byteLength;
}
