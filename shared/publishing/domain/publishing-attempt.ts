import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { Publication, PublicationError } from './post.ts';
import type { PublishResult } from './publish-result.ts';

/** Maximum number of attempts for one account in one run. */
const MAX_ATTEMPTS = 5;

/** Delay before the second attempt, and maximum delay before a later one. */
const FIRST_WAIT_MS = 30_000;
const LAST_WAIT_MS = 480_000;

/** If the network demands a longer wait, the account fails: a person decides whether to publish more than an hour late. */
const MAX_WAIT_MS = HOUR_MS;

/** Longer than the timeout of the publishing function: an older attempt can no longer be running. */
const LEASE_MS = 270_000;

/** The message of a waiting attempt counts as lost after this many milliseconds. */
const LATE_MS = 120_000;

const LOST: PublicationError = {
  code: 'outcome_unknown',
  detail:
    'The social network may have published the post: its response to the last attempt was not received. ' +
    'Check the account on the social network before you publish the post again.',
};

/** What to do with a message, given the current publication. */
export type Admission =
  /** The publication has ended, or a later attempt than this one has already started. */
  | { readonly kind: 'outdated' }
  /** Another invocation is making the attempt, or crashed a moment ago. */
  | { readonly kind: 'leased' }
  /** The attempt with this number is scheduled for later. */
  | { readonly kind: 'wait'; readonly attempt: number; readonly until: Date }
  | { readonly kind: 'give-up'; readonly error: PublicationError }
  /** Make the attempt, once `claimed` is written. */
  | { readonly kind: 'attempt'; readonly claimed: Publication };

/** Decides whether a message that requests attempt number `attempt` may start it. */
export function admitAttempt(publication: Publication, attempt: number, now: Date): Admission {
  const { state, attempts, uncounted, nextAttemptAt } = publication;
  if (state !== 'pending' || attempt < attempts) return { kind: 'outdated' };
  if (nextAttemptAt !== null && nextAttemptAt > now)
    return { kind: 'wait', attempt: attempts + 1, until: nextAttemptAt };
  if (nextAttemptAt === null && isLeased(publication, now)) return { kind: 'leased' };
  if (attempts - uncounted >= MAX_ATTEMPTS) return { kind: 'give-up', error: LOST };
  return { kind: 'attempt', claimed: claimed(publication, now) };
}

/** The number of the attempt whose message was apparently lost; undefined if an attempt is running or scheduled in time. */
export function lostAttempt(publication: Publication, now: Date): number | undefined {
  const { state, attempts, nextAttemptAt } = publication;
  if (state !== 'pending') return undefined;
  if (attempts === 0) return 1;
  const isLost =
    nextAttemptAt === null ? !isLeased(publication, now) : nextAttemptAt.getTime() + LATE_MS < now.getTime();
  return isLost ? attempts + 1 : undefined;
}

/** The publication after an attempt: ended, or waiting for the next attempt. */
export function afterAttempt(publication: Publication, result: PublishResult, now: Date): Publication {
  const remote = [...result.done];
  if (result.kind === 'published')
    return { ...publication, remote, unknownSince: null, state: 'published', error: null, finishedAt: now };
  const tried = { ...publication, remote, unknownSince: unknownAfter(publication, result) };
  if (result.kind !== 'retry') return endFailed(tried, result.error, now);

  const isUncounted = result.error.code === 'attempt_too_long' && remote.length > publication.remote.length;
  const next = { ...tried, uncounted: publication.uncounted + (isUncounted ? 1 : 0), error: result.error };
  const waits = Math.max(waitOf(next), (result.notBefore?.getTime() ?? 0) - now.getTime());
  if (next.attempts - next.uncounted < MAX_ATTEMPTS && waits <= MAX_WAIT_MS)
    return { ...next, nextAttemptAt: new Date(now.getTime() + waits) };
  return endFailed(next, result.error, now);
}

/** Ends a publication without another attempt. If an attempt started and has no result, the outcome is unknown. */
export function abandoned(publication: Publication, error: PublicationError, now: Date): Publication {
  return endFailed({ ...publication, unknownSince: unknownBefore(publication) }, error, now);
}

/**
 * Ends a publication as failed. An unknown outcome takes precedence over the error: the author must know first that the
 * network may have the post.
 */
function endFailed(publication: Publication, error: PublicationError, now: Date): Publication {
  const shown = publication.unknownSince === null ? error : unknownWith(error);
  return { ...publication, state: 'failed', nextAttemptAt: null, error: shown, finishedAt: now };
}

function unknownWith({ code, detail }: PublicationError): PublicationError {
  if (code === LOST.code) return { code, detail };
  const last = `The last error was ${code}: ${detail}`;
  return {
    code: LOST.code,
    detail:
      'The social network may have published the post: its response to an attempt was not received. Check the ' +
      `account on the social network before you publish the post again. ${last}`,
  };
}

/**
 * Recorded before the request to the network, so that an invocation after a crash knows that the network may have received it
 * (docs/failure-histories.md#crash-while-publishing).
 */
function claimed(publication: Publication, now: Date): Publication {
  return {
    ...publication,
    attempts: publication.attempts + 1,
    lastAttemptAt: now,
    nextAttemptAt: null,
    unknownSince: unknownBefore(publication),
  };
}

/** The outcome of an attempt that started and has no result is unknown. */
function unknownBefore({ attempts, lastAttemptAt, nextAttemptAt, unknownSince }: Publication): Date | null {
  return unknownSince ?? (attempts > 0 && nextAttemptAt === null ? lastAttemptAt : null);
}

/** The time of the oldest attempt that may have published the next post of the thread, or null once that post is confirmed. */
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

function waitOf({ attempts, uncounted }: Publication): number {
  return Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 4 ** Math.max(0, attempts - uncounted - 1));
}
