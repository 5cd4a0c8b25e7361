import * as v from 'valibot';
import { DOWNLOAD_FAILURES, type MediaDownload } from '#shared/files/domain/download-state.ts';
import { type Media, isMediaType } from '#shared/files/domain/media.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import { sequentialKey } from '#shared/platform/store/sequential-keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange, toSecondaryChange } from '#shared/platform/store/write.ts';

const mediaItem = itemCodec(
  v.object({
    id: v.number(),
    uuid: v.string(),
    workspaceId: v.string(),
    name: v.string(),
    mimeType: maybe(v.pipe(v.string(), v.guard(isMediaType))),
    size: maybe(v.number()),
    altText: maybe(v.string()),
    // Earlier versions did not store them.
    width: maybe(v.number()),
    height: maybe(v.number()),
    state: v.picklist(['pending', 'downloading', 'ready', 'failed']),
    objectKey: v.string(),
    revision: v.number(),
    createdAt: instant,
    // Only files that are downloaded from a URL have these.
    url: maybe(v.string()),
    failure: maybe(v.object({ code: v.picklist(DOWNLOAD_FAILURES), detail: v.string() })),
    attempts: maybe(v.number()),
    lastDueSeq: maybe(v.number()),
  }),
);

const NO_DOWNLOAD = { url: null, failure: null, attempts: null, lastDueSeq: null };

/** The item of a file, with the job of its download. */
export function toMediaItem(media: Media, change: Change) {
  const { id, uuid, workspaceId, download, ...rest } = media;
  const stored = download
    ? {
        url: download.url,
        failure: download.failure,
        attempts: download.attempts,
        lastDueSeq: download.dueSeq,
      }
    : NO_DOWNLOAD;
  return {
    ...sequentialKey(workspaceId, 'MD', id),
    resource: 'media',
    ...scheduledJobAttributes({ resource: 'media', id: uuid, workspaceId }, download?.due ?? null),
    ...mediaItem.encode({ id, uuid, workspaceId, ...rest, ...stored }),
    lastChange: toLastChange(change),
  };
}

/** The item of a file after a step of its download. The audit log has no entry, because an attempt does not change the file. */
export function toStepItem(media: Media, change: Change) {
  return { ...toMediaItem(media, change), lastChange: toSecondaryChange(change) };
}

/** The file of a stored item. @throws MalformedItemError */
export function fromMediaItem(item: Item): Media {
  const { state, mimeType, size, url, failure, attempts, lastDueSeq, ...rest } = mediaItem.decode(item);
  if (state === 'downloading' || state === 'failed') {
    const due = readDue(item);
    const download: MediaDownload = {
      url,
      failure,
      attempts: attempts ?? 0,
      due,
      dueSeq: lastDueSeq ?? due?.seq ?? 0,
    };
    return { ...rest, state, mimeType: null, size: null, download };
  }
  if (mimeType === null || size === null)
    throw new MalformedItemError(`${String(item['pk'])}/${String(item['sk'])}`);
  return { ...rest, state, mimeType, size, download: null };
}
