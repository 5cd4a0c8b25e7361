import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { allOf, revisionUnchanged } from '#shared/platform/store/conditions.ts';
import { type Condition, type Write, deleteItem, putItem } from '#shared/platform/store/write.ts';
import { postPublishing } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { toPostItem } from './post-items.ts';
import { postKey } from './publishing-keys.ts';

/** The post is not being published; otherwise the error is `post_publishing` instead of `concurrent_update`. */
const notPublishing: Condition = {
  expression: 'attribute_not_exists(#run)',
  names: { '#run': 'run' },
  onFailure: (found) => (found?.['run'] === undefined ? new ConcurrentUpdateError() : postPublishing()),
};

/** The writes of an edit: the whole item, and the event that the edit causes. */
export function saveWrites(before: Post, after: Post, event: RecordedEvent | null, change: Change): Write[] {
  return [
    putItem(toPostItem(after, change), allOf(revisionUnchanged(before), notPublishing)),
    ...(event ? [eventWrite(event, change)] : []),
  ];
}

/** The writes that permanently delete a post; its publications are deleted separately. */
export function removeWrites(post: Post, change: Change): Write[] {
  const { id, workspaceId } = post;
  return [
    deleteItem(postKey(id), allOf(revisionUnchanged(post), notPublishing)),
    removalEntryWrite({ resource: 'post', id, workspaceId }, change),
  ];
}
