import * as v from 'valibot';
import { PREVIEW_LIMIT, type PagePreview } from '#shared/biolinks/domain/page-preview.ts';
import type { PagePreviewReader, PagePreviewStore } from '#shared/biolinks/ports/page-preview-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { instant, itemCodec, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import {
  deleteItem,
  exists,
  isNew,
  putItem,
  toLastChange,
  unchangedSince,
} from '#shared/platform/store/write.ts';
import { blockItem } from './block-items.ts';
import { previewKey, previewListKey } from './keys.ts';
import { pageItem } from './page-items.ts';

/** A block without the revision that a saved one has. */
const previewBlock = v.omit(blockItem.schema, ['revision']);

const previewItem = itemCodec(
  v.object({ page: pageItem.schema, blocks: v.array(previewBlock), expiresAt: instant }),
);

const listItem = itemCodec(
  v.object({ previews: v.array(v.object({ digest: v.string(), expiresAt: instant })) }),
);

/** The reads of `createDynamoPagePreviewStore`, for operations that may not write. */
export function createDynamoPagePreviewReader(table: Table): PagePreviewReader {
  return {
    async find(digest, now) {
      const item = await table.get(previewKey(digest));
      const preview = item && previewItem.decode(item);
      // TTL deletes an expired item hours later.
      return preview && preview.expiresAt > now ? preview : undefined;
    },
  };
}

/** Previews of pages in the core table: one item each, and one item per workspace that lists them. */
export function createDynamoPagePreviewStore(table: WritableTable): PagePreviewStore {
  return {
    ...createDynamoPagePreviewReader(table),

    async create(digest, preview, context) {
      const { change } = context;
      const { workspaceId } = preview.page;
      const before = await table.get(previewListKey(workspaceId));
      const open = before
        ? listItem.decode(before).previews.filter(({ expiresAt }) => expiresAt > change.at)
        : [];
      const kept = open.slice(-PREVIEW_LIMIT + 1);
      const removed = open.slice(0, -PREVIEW_LIMIT + 1);
      const { expiresAt } = preview;
      const list = {
        ...previewListKey(workspaceId),
        ...listItem.encode({ previews: [...kept, { digest, expiresAt }] }),
        workspaceId,
        ttl: ttlOf(expiresAt),
        lastChange: toLastChange(change),
      };
      await commit(table, context, [
        // Requests that overlap would otherwise forget one of their previews.
        putItem(list, before ? unchangedSince(before) : isNew),
        putItem(toPreviewItem(digest, preview, change), isNew),
        ...removed.map((old) => deleteItem(previewKey(old.digest), exists)),
      ]);
    },
  };
}

function toPreviewItem(digest: string, { page, blocks, expiresAt }: PagePreview, change: Change) {
  return {
    ...previewKey(digest),
    ...previewItem.encode({ page, blocks, expiresAt }),
    workspaceId: page.workspaceId,
    ttl: ttlOf(expiresAt),
    lastChange: toLastChange(change),
  };
}
