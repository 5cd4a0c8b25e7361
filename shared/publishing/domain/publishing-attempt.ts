import type { PublishResult } from '#shared/publishing/ports/publishing-provider.ts';
import type { Publication, PublicationError } from './post.ts';

/** Attempts for one account in one run; the wait before the second, and before the later ones, in milliseconds. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 30_000;
const LAST_WAIT_MS = 480_000;

/** A network that wants a longer wait than this ends the account: a post an hour late is for a person to decide about. */
const MAX_WAIT_MS = 60 * 60_000;

/** Longer than the function that makes an attempt may run: what is older than this is under way no more. */
const LEASE_MS = 270_000;

/** So late a message of a waiting attempt counts as lost, in milliseconds. */
const LATE_MS = 120_000;

const LOST: PublicationError = {
  code: 'outcome_unknown',
  detail:
    'The social network may have published the post: its response to the last attempt was not received.',
};

/** What a message means for a publication as it is now. */
export type Admission =
  /** Ended, or this attempt was made and what follows it is under way. */
  | { readonly kind: 'outdated' }
  /** Another run is at it, or died a moment ago. */
  | { readonly kind: 'leased' }
  /** The attempt with this number is not due yet. */
  | { readonly kind: 'wait'; readonly attempt: number; readonly until: Date }
  | { readonly kind: 'give-up'; readonly error: PublicationError }
  /** To be made, once `claimed` is on record. */
  | { readonly kind: 'attempt'; readonly claimed: Publication };

/** Whether an attempt may be made for a message that asks for number `attempt`. */
export function admitAttempt(publication: Publication, attempt: number, now: Date): Admission {
  const { state, attempts, spared, nextAttemptAt } = publication;
  if (state !== 'pending' || attempt < attempts) return { kind: 'outdated' };
  if (nextAttemptAt !== null && nextAttemptAt > now)
    return { kind: 'wait', attempt: attempts + 1, until: nextAttemptAt };
  if (nextAttemptAt === null && isLeased(publication, now)) return { kind: 'leased' };
  if (attempts - spared >= MAX_ATTEMPTS) return { kind: 'give-up', error: LOST };
  return { kind: 'attempt', claimed: claimed(publication, now) };
}

/** The number of the attempt that a message has to ask for, if a pending publication seems to have none on its way. */
export function lostAttempt(publication: Publication, now: Date): number | undefined {
  const { state, attempts, nextAttemptAt } = publication;
  if (state !== 'pending') return undefined;
  if (attempts === 0) return 1;
  const isLost =
    nextAttemptAt === null ? !isLeased(publication, now) : nextAttemptAt.getTime() + LATE_MS < now.getTime();
  return isLost ? attempts + 1 : undefined;
}

/** A publication after an attempt: ended, or waiting for its next one. */
export function afterAttempt(publication: Publication, result: PublishResult, now: Date): Publication {
  const remote = [...result.done];
  if (result.kind === 'published')
    return { ...publication, remote, unknownSince: null, state: 'published', error: null, finishedAt: now };
  const tried = { ...publication, remote, unknownSince: unknownAfter(publication, result) };
  if (result.kind !== 'retry') return endedWith(tried, result.error, now);

  const isSpared = result.error.code === 'attempt_too_long' && remote.length > publication.remote.length;
  const next = { ...tried, spared: publication.spared + (isSpared ? 1 : 0), error: result.error };
  const waits = Math.max(waitOf(next), (result.notBefore?.getTime() ?? 0) - now.getTime());
  if (next.attempts - next.spared < MAX_ATTEMPTS && waits <= MAX_WAIT_MS)
    return { ...next, nextAttemptAt: new Date(now.getTime() + waits) };
  return endedWith(next, result.error, now);
}

/** A publication that ends without another attempt; an attempt that was begun and has no result leaves its outcome unknown. */
export function abandoned(publication: Publication, error: PublicationError, now: Date): Publication {
  return endedWith({ ...publication, unknownSince: unknownBefore(publication) }, error, now);
}

/** Without success; whatever ended it, that the network may have the post is what its author has to know first (R34). */
function endedWith(publication: Publication, error: PublicationError, now: Date): Publication {
  const shown = publication.unknownSince === null ? error : unknownWith(error);
  return { ...publication, state: 'failed', nextAttemptAt: null, error: shown, finishedAt: now };
}

function unknownWith({ code, detail }: PublicationError): PublicationError {
  if (code === LOST.code) return { code, detail };
  const last = `The last error was ${code}: ${detail}`;
  return {
    code: LOST.code,
    detail:
      'The social network may have published the post: its response to an attempt was not ' +
      `received. ${last}`,
  };
}

/** On record before the network is asked: whoever finds it later knows that the network may have been (H3). */
function claimed(publication: Publication, now: Date): Publication {
  return {
    ...publication,
    attempts: publication.attempts + 1,
    lastAttemptAt: now,
    nextAttemptAt: null,
    unknownSince: unknownBefore(publication),
  };
}

/** Of an attempt that was begun and has no result nobody knows what the network made of it. */
function unknownBefore({ attempts, lastAttemptAt, nextAttemptAt, unknownSince }: Publication): Date | null {
  return unknownSince ?? (attempts > 0 && nextAttemptAt === null ? lastAttemptAt : null);
}

/** The oldest attempt that may have put up the post the thread waits for: once that is confirmed, nothing is unknown about it. */
function unknownAfter(
  { remote, unknownSince, lastAttemptAt }: Publication,
  result: PublishResult,
): Date | null {
  const earlier = result.done.length > remote.length ? null : unknownSince;
  return earlier ?? (result.kind === 'retry' && result.unknown ? lastAttemptAt : null);
}

function isLeased({ attempts, lastAttemptAt }: Publication, now: Date): boolean {
  return attempts > 0 && lastAttemptAt !== null && lastAttemptAt.getTime() + LEASE_MS > now.getTime();
}

function waitOf({ attempts, spared }: Publication): number {
  return Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 4 ** Math.max(0, attempts - spared - 1));
}
