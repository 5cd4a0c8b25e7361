import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { toTimestamp } from '#shared/platform/core/zoned-time.ts';
import { postState } from './post-state.ts';
import type { Post } from './post.ts';

/** A post after a change of the time zone, and whether it kept its timestamp. */
export type Recomputed = { readonly after: Post; readonly kept: boolean };

/**
 * Recomputes the timestamp of a post in the new time zone, because authors mean the local date and time. A scheduled post
 * that would move into the past keeps its timestamp (`keptInstant`). So does a scheduled post that is due, because it can be
 * published at any second (docs/specification/workspaces.md#time-zone-change). Returns undefined if there is nothing to recompute: the
 * post is already in that zone, or is not a draft, does not wait for approval and is not scheduled.
 */
export function recomputePost(post: Post, timezone: string, now: Date): Recomputed | undefined {
  const state = postState(post);
  const isPlan = state === 'draft' || state === 'needs_approval';
  if (post.timezone === timezone || (!isPlan && state !== 'scheduled')) return undefined;
  const written = { revision: post.revision + 1, updatedAt: now };
  const moved = inZone(post, timezone);
  if (isPlan) return { after: { ...moved, ...written }, kept: false };
  const at = moved.scheduledAt;
  if (at === null || at <= now || (post.scheduledAt !== null && post.scheduledAt <= now)) {
    return { after: { ...post, ...written, timezone, keptInstant: true }, kept: true };
  }
  const dueSeq = post.dueSeq + 1;
  return { after: { ...moved, ...written, due: { at, seq: dueSeq, timer: true }, dueSeq }, kept: false };
}

/**
 * The post as if its date and time had been set in this time zone. A timestamp that was computed in this zone is not computed
 * again, because the conversion loads locale data for 11 ms in a cold start. A timestamp with seconds belongs to a post that was
 * published immediately.
 */
export function inZone(post: Post, timezone: string): Post {
  const { date, time } = post;
  const isComputed = post.timezone === timezone && !post.keptInstant && isWholeMinute(post.scheduledAt);
  if (isComputed) return post;
  const scheduledAt = date === null || time === null ? null : toTimestamp(date, time, timezone);
  return { ...post, timezone, scheduledAt, keptInstant: false };
}

function isWholeMinute(at: Date | null): boolean {
  return at !== null && at.getTime() % MINUTE_MS === 0;
}
