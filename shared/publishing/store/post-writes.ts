import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { postPublishing } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { toPostItem } from './post-items.ts';
import { postKey } from './publishing-keys.ts';

/** What creating a post writes. */
export function createWrites(table: string, post: Post, change: Change): Write[] {
  const isNew: Condition = { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
  return [{ kind: 'put', table, item: toPostItem(post, change), condition: isNew }];
}

/** What an edit writes: the item as a whole, and the event it causes, if any. */
export function saveWrites(
  table: string,
  before: Post,
  after: Post,
  event: RecordedEvent | null,
  change: Change,
): Write[] {
  const item = toPostItem(after, change);
  return [
    { kind: 'put', table, item, ...unchangedAndStill(before) },
    ...(event ? [eventWrite(table, event, change)] : []),
  ];
}

/** What deleting a post for good writes, apart from its publications. */
export function removeWrites(table: string, post: Post, change: Change): Write[] {
  const { id, workspaceId } = post;
  return [
    { kind: 'delete', table, key: postKey(id), ...unchangedAndStill(post) },
    removalEntryWrite(table, { resource: 'post', id, workspaceId }, change),
  ];
}

/** Publications change only in a run, and none begins once the post is gone. */
export function removePublication(table: string, { pk, sk }: Key): Write {
  const condition = { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
  return { kind: 'delete', table, key: { pk, sk }, condition };
}

/** Closes the races with every other write and with a run that begins (G28): who finds one is told so. */
function unchangedAndStill({ revision }: Post) {
  return {
    names: { '#run': 'run' },
    values: { ':before': revision },
    condition: {
      when: 'revision = :before AND attribute_not_exists(#run)',
      onFailure: (found: Item | undefined) =>
        found?.['run'] === undefined ? new ConcurrentUpdateError() : postPublishing(),
    },
  };
}
