import type { Publication } from './post.ts';

/**
 * A publication of a new run that goes on where the account's last one failed, so that nothing goes out twice (R28, R34): behind
 * the posts that the network has confirmed, as far as their items are as they were. If the network may have the next one too,
 * that is asked for by the name it had, and counts as unknown for as long as the network recognises a repetition
 * (`recognisedMs`): later, a person has looked and decided. An item that was edited since goes out anew, with all behind it.
 */
export function resumedPublication(
  fresh: Publication,
  last: Publication | undefined,
  recognisedMs: number,
): Publication {
  if (last?.state !== 'failed') return fresh;
  const edited = last.remote.findIndex((_, index) => !isSame(fresh, last, index));
  if (edited !== -1) return { ...fresh, remote: last.remote.slice(0, edited) };
  const { remote, unknownSince, keyRun } = last;
  if (unknownSince === null || !isSame(fresh, last, remote.length)) return { ...fresh, remote };
  const isRecognised = fresh.createdAt.getTime() - unknownSince.getTime() <= recognisedMs;
  return { ...fresh, remote, keyRun, unknownSince: isRecognised ? unknownSince : null };
}

function isSame(fresh: Publication, last: Publication, index: number): boolean {
  const digest = fresh.digests[index];
  return digest !== undefined && digest === last.digests[index];
}
