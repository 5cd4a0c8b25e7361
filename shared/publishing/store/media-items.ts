import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { type Media, isMediaType } from '#shared/publishing/domain/media.ts';
import { sequentialKey } from './publishing-keys.ts';

const mediaItem = v.object({
  id: v.string(),
  number: v.number(),
  workspace_id: v.string(),
  name: v.string(),
  mime_type: v.pipe(v.string(), v.guard(isMediaType)),
  size: v.number(),
  alt_text: maybe(v.string()),
  state: v.picklist(['pending', 'ready']),
  object_key: v.string(),
  revision: v.number(),
  created_at: instant,
});

/** The item of a file; `id` is the UUID, by which the audit log identifies it. */
export function toMediaItem(media: Media, change: Change) {
  return {
    ...sequentialKey(media.workspaceId, 'MD', media.id),
    resource: 'media',
    id: media.uuid,
    number: media.id,
    workspace_id: media.workspaceId,
    name: media.name,
    mime_type: media.mimeType,
    size: media.size,
    alt_text: media.altText ?? undefined,
    state: media.state,
    object_key: media.objectKey,
    revision: media.revision,
    created_at: media.createdAt.getTime(),
    last_change: toLastChange(change),
  };
}

/** The file of a stored item. @throws MalformedItemError */
export function fromMediaItem(item: Item): Media {
  const { id, number, workspace_id, mime_type, alt_text, object_key, created_at, ...rest } = parseItem(
    mediaItem,
    item,
  );
  return {
    ...rest,
    id: number,
    uuid: id,
    workspaceId: workspace_id,
    mimeType: mime_type,
    altText: alt_text,
    objectKey: object_key,
    createdAt: created_at,
  };
}
