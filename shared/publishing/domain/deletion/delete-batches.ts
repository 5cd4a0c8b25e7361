import { type Deletion, MAX_BATCH } from './deletion.ts';

/** The event of the batch. */
const EVENT_WRITES = 1;

/**
 * The writes of one deletion: the post, the audit entry of a permanent deletion, the time for which the post was scheduled, and the
 * removal from the networks.
 */
function writesOf({ before, after, removal }: Deletion): number {
  const entries = [after === null, before.due !== null && after !== before, removal !== undefined];
  return 1 + entries.filter(Boolean).length;
}

/**
 * Whether a deletion cannot be undone: the post is not in the trash afterwards, or it is removed from networks. The caller's key is then
 * checked again (docs/specification.md#commands-that-check-the-key).
 */
export function isIrreversible({ after, removal }: Deletion): boolean {
  return after === null || removal !== undefined;
}

/**
 * The writes that a batch needs because of a deletion, once for all of its deletions: the quota that counts the posts, and the
 * check of the caller's key.
 */
function sharedWritesOf(deletion: Deletion) {
  return { quota: deletion.after === null, key: isIrreversible(deletion) };
}

/** Splits deletions into batches of at most `maxPosts` that each fit into one transaction, in the same order. */
export function deleteBatches(deletions: readonly Deletion[], maxPosts = Infinity): Deletion[][] {
  const batches: Deletion[][] = [];
  let bytes = 0;
  for (const deletion of deletions) {
    const size = sizeOf(deletion);
    const batch = batches.at(-1);
    const fits =
      bytes + size <= MAX_BATCH.bytes && batchWrites([...(batch ?? []), deletion]) <= MAX_BATCH.writes;
    if (batch && batch.length < maxPosts && fits) {
      batch.push(deletion);
      bytes += size;
    } else {
      batches.push([deletion]);
      bytes = size;
    }
  }
  return batches;
}

/** The writes of a batch in one transaction. */
export function batchWrites(batch: readonly Deletion[]): number {
  const shared = batch.map(sharedWritesOf);
  const once = [shared.some(({ quota }) => quota), shared.some(({ key }) => key)].filter(Boolean).length;
  return EVENT_WRITES + once + batch.reduce((total, each) => total + writesOf(each), 0);
}

function sizeOf({ before, removal }: Deletion): number {
  return new TextEncoder().encode(JSON.stringify([before, removal?.after])).byteLength;
}
