import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { sequentialKey } from './publishing-keys.ts';

const tagItem = v.object({
  id: v.string(),
  number: v.number(),
  workspace_id: v.string(),
  name: v.string(),
  hex_color: v.string(),
  revision: v.number(),
  created_at: instant,
});

/** The item of a tag; `id` is the UUID, by which the audit log identifies it. */
export function toTagItem(tag: Tag, change: Change) {
  return {
    ...sequentialKey(tag.workspaceId, 'T', tag.id),
    resource: 'tag',
    id: tag.uuid,
    number: tag.id,
    workspace_id: tag.workspaceId,
    name: tag.name,
    hex_color: tag.hexColor,
    revision: tag.revision,
    created_at: tag.createdAt.getTime(),
    last_change: toLastChange(change),
  };
}

/** The tag of a stored item. @throws MalformedItemError */
export function fromTagItem(item: Item): Tag {
  const { id, number, workspace_id, hex_color, created_at, ...rest } = parseItem(tagItem, item);
  return {
    ...rest,
    id: number,
    uuid: id,
    workspaceId: workspace_id,
    hexColor: hex_color,
    createdAt: created_at,
  };
}
