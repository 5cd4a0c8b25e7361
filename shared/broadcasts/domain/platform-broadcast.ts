import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { BroadcastControl } from './broadcast-control.ts';
import type { BroadcastRun } from './broadcast-run.ts';
import { type BroadcastTransition, replan, transition } from './broadcast-transition.ts';
import type { Broadcast } from './broadcast.ts';
import { expireBroadcast } from './end-broadcast.ts';
import { countersOf, type RecipientCounts } from './recipient-counts.ts';
import { isPlatformBroadcast, type PlatformBroadcast } from './recipient.ts';
import { watchdogAt } from './start-broadcast.ts';

/** Requires that the platform sends a broadcast. @throws PlatformError `broadcast_sent_externally` */
export function requirePlatformBroadcast(broadcast: Broadcast): PlatformBroadcast {
  if (isPlatformBroadcast(broadcast)) return broadcast;
  const detail =
    'Your messaging system sends the broadcast. The operation is for broadcasts with the sender platform.';
  throw new PlatformError(broadcastsErrors.broadcast_sent_externally, detail);
}

/** The broadcast whose audience is resolved: its recipients are fixed. */
export function resolvedBroadcast(
  before: Broadcast,
  counts: RecipientCounts,
  now: Date,
): BroadcastTransition {
  const { recipients } = countersOf(counts);
  return transition('resolve', before, 'in_flight', { recipients }, now);
}

/** The broadcast after its last recipient has an outcome. */
export function finishedBroadcast(
  before: Broadcast,
  counts: RecipientCounts,
  now: Date,
): BroadcastTransition {
  return transition('finish', before, 'finished', { ...countersOf(counts), ...ended(before, now) }, now);
}

/** The broadcast that nobody can get. @param error an explanation for the customer */
export function unsendableBroadcast(before: Broadcast, error: string, now: Date): BroadcastTransition {
  return transition('finish', before, 'failed', { ...ended(before, now), error }, now);
}

/** How long a broadcast can be paused, in milliseconds: 30 days, so that it ends well before its recipients expire. */
const PAUSE_LIMIT_MS = 30 * DAY_MS;

/** The watchdog of a broadcast that the platform sends: it fails after 24 hours without progress, or after a pause of 30 days. */
export function watchedBroadcast(
  before: Broadcast,
  {
    run,
    control,
  }: { readonly run: BroadcastRun | undefined; readonly control: BroadcastControl | undefined },
  now: Date,
): BroadcastTransition {
  const pausedAt = control?.pausedAt;
  const [until, cause] = pausedAt
    ? [new Date(pausedAt.getTime() + PAUSE_LIMIT_MS), 'The broadcast was paused for 30 days.']
    : [run && watchdogAt(run.progressAt), 'The platform made no progress for 24 hours.'];
  if (until === undefined || until <= now) return expireBroadcast(before, now, cause);
  return transition('expire', before, 'in_flight', replan(before, { at: until, timer: false }), now);
}

function ended(before: Broadcast, now: Date) {
  return { ...replan(before, null), finishedAt: now };
}
