import type { Publication } from './post.ts';

/**
 * Prepares a publication that continues where the last failed one of the account stopped, so that nothing is published twice
 * (docs/specification/publishing.md#unknown-outcome).
 *
 * - Posts of the thread that the network confirmed are kept as long as their items did not change. An edited item and
 *   everything after it are published again.
 * - If the network may also have the next post, the attempt reuses the earlier idempotency key and the outcome stays unknown
 *   for as long as the network detects duplicates (`deduplicationMs`). A person decides about a later retry, after a check of the network.
 */
export function resumedPublication(
  fresh: Publication,
  last: Publication | undefined,
  deduplicationMs: number,
): Publication {
  if (last?.state !== 'failed') return fresh;
  const edited = last.remote.findIndex((_, index) => !isSame(fresh, last, index));
  if (edited !== -1) return { ...fresh, remote: last.remote.slice(0, edited) };
  const { remote, unknownSince, keyRun } = last;
  if (unknownSince === null || !isSame(fresh, last, remote.length)) return { ...fresh, remote };
  const isDeduplicated = fresh.createdAt.getTime() - unknownSince.getTime() <= deduplicationMs;
  return { ...fresh, remote, keyRun, unknownSince: isDeduplicated ? unknownSince : null };
}

function isSame(fresh: Publication, last: Publication, index: number): boolean {
  const digest = fresh.digests[index];
  return digest !== undefined && digest === last.digests[index];
}
