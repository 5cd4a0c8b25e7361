import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { instant, itemCodec, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  always,
  deleteItem,
  isNew,
  putItem,
  toSecondaryChange,
  type Write,
} from '#shared/platform/store/write.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';
import { postTimeKey, slotKey } from './keys.ts';

/** Items of times in the past are deleted after a day. */
const KEPT_MS = DAY_MS;

const postTime = itemCodec(v.object({ workspaceId: v.string(), postId: v.string(), at: instant }));

type TimedPost = Pick<Post, 'id' | 'workspaceId' | 'status' | 'run' | 'queued' | 'due'>;

/**
 * The writes that keep the scheduled times of a workspace equal to its posts, in the transaction of the post. A queued post owns the
 * item of its slot, so that no other queued post can have it. Every other scheduled post has an item of its own, because any number
 * of posts may be scheduled for one time by hand.
 */
export function timeWrites(before: TimedPost | null, after: TimedPost | null, change: Change): Write[] {
  const [from, to] = [before && keyOf(before), after && keyOf(after)];
  if (from?.sk === to?.sk) return [];
  return [...(from ? [deleteItem(from, always)] : []), ...(after && to ? [put(after, to, change)] : [])];
}

/** The post of an item, and its time. @throws MalformedItemError */
export function fromPostTimeItem(item: Item): { readonly postId: string; readonly at: Date } {
  return postTime.decode(item);
}

function keyOf({ id, workspaceId, status, run, queued, due }: TimedPost) {
  // The `due` of a post that is being published is its watchdog.
  if (status !== 'scheduled' || run !== null || due === null) return null;
  return queued ? slotKey(workspaceId, due.at) : postTimeKey(workspaceId, due.at, id);
}

function put({ id: postId, workspaceId, queued, due }: TimedPost, key: Key, change: Change): Write {
  const at = due?.at ?? change.at;
  const ttl = ttlOf(new Date(at.getTime() + KEPT_MS));
  const item = {
    ...key,
    ...postTime.encode({ workspaceId, postId, at }),
    ttl,
    lastChange: toSecondaryChange(change),
  };
  const onFailure = () => new SlotTakenError('Another post has this slot');
  return queued ? { ...putItem(item, { ...isNew, onFailure }), onConflict: onFailure } : putItem(item);
}
