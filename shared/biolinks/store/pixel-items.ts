import * as v from 'valibot';
import { PIXEL_PROVIDERS, type Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { pixelKey } from './page-keys.ts';

const pixelItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  provider: v.picklist(PIXEL_PROVIDERS),
  tag_id: v.string(),
  name: v.string(),
  created_at: instant,
});

export function toPixelItem(pixel: Pixel, change: Change) {
  return {
    ...pixelKey(pixel.workspaceId, pixel.id),
    resource: 'pixel' satisfies AuditedResource,
    id: pixel.id,
    workspace_id: pixel.workspaceId,
    provider: pixel.provider,
    tag_id: pixel.tagId,
    name: pixel.name,
    created_at: pixel.createdAt.getTime(),
    last_change: toLastChange(change),
  };
}

export function fromPixelItem(item: Item): Pixel {
  const { workspace_id, tag_id, created_at, ...rest } = parseItem(pixelItem, item);
  return { ...rest, workspaceId: workspace_id, tagId: tag_id, createdAt: created_at };
}
