import { broadcastPartition } from '#shared/broadcasts/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { postPartition } from '#shared/publishing/store/keys.ts';

/** Attributes by which the stream invokes functions, and by which timers are set and overdue jobs are found. */
const ACTING = ['kind', 'ingested', 'fanOut', 'duePk', 'dueSk', 'dueAt', 'dueSeq', 'dueTimer'];

/** Attributes that only a scheduled post has. */
const SCHEDULED = ['retryAccounts', 'heldAccounts', 'approval', 'queued'];

/**
 * An item of the past without what would act now: no webhook is sent for an old event, and no old timer is set. A scheduled post or
 * broadcast becomes a draft, because it may have been published since. Returns undefined for one that was being published or sent. The
 * result of a message that was queued or being sent is unknown, for the same reason.
 */
export function withoutPast(kind: string, item: Item, live: Item | undefined): Item | undefined {
  const quiet = Object.fromEntries(Object.entries(item).filter(([name]) => !ACTING.includes(name)));
  if (kind === 'post') return item['run'] === undefined ? asDraftPost(quiet, live) : undefined;
  // The order of the blocks has the revision at which each block was written, and a read requires that both agree.
  if (kind === 'block') return quiet;
  // Both are work on days that are still to come, or that are late.
  if (kind === 'calendar') return item;
  if (kind === 'contact') return { ...quiet, ...laterRevision(quiet, live), ...placeByDate(item) };
  if (kind === 'broadcast') return item['state'] === 'in_flight' ? undefined : asDraftBroadcast(quiet, live);
  if (kind === 'message') return { ...asSettledMessage(quiet), ...laterRevision(quiet, live) };
  return { ...quiet, ...laterRevision(quiet, live) };
}

function asSettledMessage(item: Item): Item {
  if (item['status'] !== 'queued' && item['status'] !== 'sending') return item;
  const { claim: _, ...rest } = item;
  return {
    ...rest,
    status: 'unknown',
    errorCode: 'result_unknown',
    planSeq: later('planSeq', item, undefined),
  };
}

/** The attributes by which the calendar finds the next date of a contact. */
function placeByDate({ duePk, dueSk }: Item): Item {
  return duePk === undefined ? {} : { duePk, dueSk };
}

function asDraftPost(item: Item, live: Item | undefined): Item {
  const next: Item = { ...item, ...laterRevision(item, live), lastDueSeq: later('lastDueSeq', item, live) };
  if (item['status'] !== 'scheduled') return next;
  const rest = Object.entries(next).filter(([name]) => !SCHEDULED.includes(name));
  const draft = { ...Object.fromEntries(rest), status: 'draft' };
  return item['trashedAt'] === undefined
    ? { ...draft, ownerPk: postPartition(String(item['workspaceId']), 'draft') }
    : draft;
}

function asDraftBroadcast(item: Item, live: Item | undefined): Item {
  const next: Item = { ...item, ...laterRevision(item, live), planSeq: later('planSeq', item, live) };
  if (item['state'] !== 'scheduled') return next;
  const { scheduledAt: _, ...rest } = next;
  return { ...rest, state: 'draft', ownerPk: broadcastPartition(String(item['workspaceId']), 'draft') };
}

/** A revision that no client has seen: an edit of the live item must not be accepted for the restored one. */
function laterRevision(item: Item, live: Item | undefined): Item {
  return typeof item['revision'] === 'number' ? { revision: later('revision', item, live) } : {};
}

/** One more than the larger of two numbers, so that messages and revisions of both items are outdated. */
function later(name: string, item: Item, live: Item | undefined): number {
  return Math.max(Number(item[name] ?? 0), Number(live?.[name] ?? 0)) + 1;
}
