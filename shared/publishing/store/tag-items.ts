import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec } from '#shared/platform/store/item-schema.ts';
import { sequentialKey } from '#shared/platform/store/sequential-keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';

const tagItem = itemCodec(
  v.object({
    id: v.number(),
    uuid: v.string(),
    workspaceId: v.string(),
    name: v.string(),
    hexColor: v.string(),
    revision: v.number(),
    createdAt: instant,
  }),
);

/** The item of a tag. */
export function toTagItem(tag: Tag, change: Change) {
  return {
    ...sequentialKey(tag.workspaceId, 'T', tag.id),
    resource: 'tag',
    ...tagItem.encode(tag),
    lastChange: toLastChange(change),
  };
}

/** The tag of a stored item. @throws MalformedItemError */
export function fromTagItem(item: Item): Tag {
  return tagItem.decode(item);
}
