import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { type Media, isMediaType } from '#shared/publishing/domain/media.ts';
import { sequentialKey } from './publishing-keys.ts';

const mediaItem = itemCodec(
  v.object({
    id: v.number(),
    uuid: v.string(),
    workspaceId: v.string(),
    name: v.string(),
    mimeType: v.pipe(v.string(), v.guard(isMediaType)),
    size: v.number(),
    altText: maybe(v.string()),
    state: v.picklist(['pending', 'ready']),
    objectKey: v.string(),
    revision: v.number(),
    createdAt: instant,
  }),
);

/** The item of a file. */
export function toMediaItem(media: Media, change: Change) {
  return {
    ...sequentialKey(media.workspaceId, 'MD', media.id),
    resource: 'media',
    ...mediaItem.encode(media),
    lastChange: toLastChange(change),
  };
}

/** The file of a stored item. @throws MalformedItemError */
export function fromMediaItem(item: Item): Media {
  return mediaItem.decode(item);
}
