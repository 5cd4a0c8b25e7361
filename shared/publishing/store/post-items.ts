import * as v from 'valibot';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { encodedBy, instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  toLastChange,
  allOf,
  checkItem,
  isNew,
  revisionUnchanged,
  type Condition,
  type Write,
  deleteItem,
  putItem,
} from '#shared/platform/store/write.ts';
import { postPublishingError } from '#shared/publishing/domain/post-state.ts';
import {
  POST_STATUSES,
  type Post,
  type PostStatus,
  type PostVersion,
} from '#shared/publishing/domain/post.ts';
import { postKey, postPartition } from './keys.ts';
import { timeWrites } from './post-time-items.ts';

/** Partitions of the index by owner: a list reads one status, the trash, or all but the trash. */
export type PostBucket = PostStatus | 'trash';

const ids = v.array(v.number());

const optionsByProvider = v.custom<PostVersion['options']>(
  (value) => typeof value === 'object' && value !== null,
);

const postItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    status: v.picklist(POST_STATUSES),
    accounts: ids,
    tags: ids,
    date: maybe(v.string()),
    time: maybe(v.string()),
    versions: v.array(
      v.object({
        accountId: v.number(),
        isOriginal: v.boolean(),
        content: v.array(v.object({ body: maybe(v.string()), url: maybe(v.string()), media: ids })),
        // JSON text: DynamoDB rejects numbers, depths and empty names that JSON allows.
        options: encodedBy(
          v.pipe(v.optional(v.string(), '{}'), v.parseJson(), optionsByProvider),
          (options) => (Object.keys(options).length === 0 ? undefined : JSON.stringify(options)),
        ),
      }),
    ),
    run: maybe(
      v.object({
        number: v.number(),
        startedAt: instant,
        accounts: ids,
        pending: ids,
        same: v.optional(v.array(v.object({ accountId: v.number(), as: v.number() }))),
      }),
    ),
    runs: v.number(),
    retryAccounts: maybe(ids),
    // Posts of earlier versions have none of the next three.
    heldAccounts: v.optional(ids, []),
    approval: maybe(
      v.object({
        state: v.picklist(['requested', 'approved', 'returned']),
        requestedAt: instant,
        requestedBy: v.string(),
        decidedAt: maybe(instant),
        decidedBy: maybe(v.string()),
        note: maybe(v.string()),
      }),
    ),
    queued: v.optional(v.boolean(), false),
    timezone: v.string(),
    scheduledAt: maybe(instant),
    keptInstant: v.boolean(),
    publishedAt: maybe(instant),
    trashedAt: maybe(instant),
    lastDueSeq: v.number(),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The partition of the index that a post is in. */
export function toBucket({ status, trashedAt }: Pick<Post, 'status' | 'trashedAt'>): PostBucket {
  return trashedAt === null ? status : 'trash';
}

/** The whole item of a post. Every write replaces it, so that a stored post always comes from a single write. */
export function toPostItem(post: Post, change: Change) {
  const { id, workspaceId } = post;
  return {
    ...postKey(id),
    ownerPk: postPartition(workspaceId, toBucket(post)),
    ownerSk: id,
    resource: 'post' as const,
    // `dueSeq` is the number of the current schedule, and absent without one.
    ...postItem.encode({ ...post, lastDueSeq: post.dueSeq }),
    ...scheduledJobAttributes({ resource: 'post', id, workspaceId }, post.due),
    lastChange: toLastChange(change),
  };
}

/** The post of a stored item, or of an image of the stream. @throws MalformedItemError */
export function fromPostItem(item: Item): Post {
  const { lastDueSeq, ...post } = postItem.decode(item);
  return { ...post, due: readDue(item), dueSeq: lastDueSeq };
}

/** The post is not being published; otherwise the error is `post_publishing` instead of `concurrent_update`. */
const notPublishing: Condition = {
  expression: 'attribute_not_exists(#run)',
  names: { '#run': 'run' },
  onFailure: (found) => (found?.['run'] === undefined ? new ConcurrentUpdateError() : postPublishingError()),
};

/** The check that a post has not changed and is not being published, for a command that leaves it as it is. */
export function checkWrite(post: Post): Write {
  return checkItem(postKey(post.id), allOf(revisionUnchanged(post), notPublishing));
}

/** The writes that create a post, with the event of a post that is scheduled at once. */
export function createWrites(post: Post, event: RecordedEvent | null, change: Change): Write[] {
  return [
    putItem(toPostItem(post, change), isNew),
    ...timeWrites(null, post, change),
    ...(event ? [eventWrite(event)] : []),
  ];
}

/** The writes of an edit: the whole item, the times at which the post is scheduled, and the event that the edit causes. */
export function saveWrites(before: Post, after: Post, event: RecordedEvent | null, change: Change): Write[] {
  return [
    putItem(toPostItem(after, change), allOf(revisionUnchanged(before), notPublishing)),
    ...timeWrites(before, after, change),
    ...(event ? [eventWrite(event)] : []),
  ];
}

/** The writes that permanently delete a post; its publications are deleted separately. */
export function removeWrites(post: Post, change: Change): Write[] {
  const { id, workspaceId } = post;
  return [
    deleteItem(postKey(id), allOf(revisionUnchanged(post), notPublishing)),
    ...timeWrites(post, null, change),
    removalEntryWrite({ resource: 'post', id, workspaceId }, change),
  ];
}
