import * as v from 'valibot';
import { PIXEL_PROVIDERS, type Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { pixelKey } from './keys.ts';

const pixelItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    provider: v.picklist(PIXEL_PROVIDERS),
    tagId: v.string(),
    name: v.string(),
    createdAt: instant,
  }),
);

export function toPixelItem(pixel: Pixel, change: Change) {
  return {
    ...pixelKey(pixel.workspaceId, pixel.id),
    resource: 'pixel' satisfies AuditedResource,
    ...pixelItem.encode(pixel),
    lastChange: toLastChange(change),
  };
}

export function fromPixelItem(item: Item): Pixel {
  return pixelItem.decode(item);
}
