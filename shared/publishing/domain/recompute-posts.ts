import { postState } from './post-state.ts';
import type { Post } from './post.ts';
import { zonedInstant } from './zoned-time.ts';

/** What a change of the workspace's zone makes of a post, and whether that left its instant alone. */
export type Recomputed = { readonly after: Post; readonly kept: boolean };

/**
 * The post with its instant computed in the workspace's zone: date and time are what people meant (G42). A scheduled post that
 * this would move into the past keeps its instant and says so; so does one whose instant has come, since it can go out at any
 * second (R29). Undefined if there is nothing to compute: it is in that zone, or no draft and not scheduled.
 */
export function recomputePost(post: Post, timezone: string, now: Date): Recomputed | undefined {
  const state = postState(post);
  if (post.timezone === timezone || (state !== 'draft' && state !== 'scheduled')) return undefined;
  const written = { revision: post.revision + 1, updatedAt: now };
  const moved = inZone(post, timezone);
  if (state === 'draft') return { after: { ...moved, ...written }, kept: false };
  const at = moved.scheduledAt;
  if (at === null || at <= now || (post.scheduledAt !== null && post.scheduledAt <= now)) {
    return { after: { ...post, ...written, timezone, keptInstant: true }, kept: true };
  }
  const dueSeq = post.dueSeq + 1;
  return { after: { ...moved, ...written, due: { at, seq: dueSeq, timer: true }, dueSeq }, kept: false };
}

/** The post as if its date and time had been written in this zone. */
export function inZone(post: Post, timezone: string): Post {
  const { date, time } = post;
  const scheduledAt = date === null || time === null ? null : zonedInstant(date, time, timezone);
  return { ...post, timezone, scheduledAt, keptInstant: false };
}
