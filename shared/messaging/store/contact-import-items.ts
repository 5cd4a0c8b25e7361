import * as v from 'valibot';
import {
  type ContactImport,
  IMPORT_FAILURES,
  IMPORT_STATES,
  importExpiresAt,
  type Rejection,
} from '#shared/messaging/domain/contact-import.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { contactImportKey, importRejectionsKey } from './keys.ts';

const importItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    list: maybe(v.string()),
    state: v.picklist(IMPORT_STATES),
    failure: maybe(v.picklist(IMPORT_FAILURES)),
    size: v.number(),
    version: maybe(v.string()),
    createdAt: instant,
    startedAt: maybe(instant),
    finishedAt: maybe(instant),
    offset: v.number(),
    lines: v.number(),
    counts: v.object({
      created: v.number(),
      updated: v.number(),
      unchanged: v.number(),
      rejected: v.number(),
      // Missing in imports that were created before imports had lists.
      duplicates: v.optional(v.number(), 0),
    }),
    attempts: v.number(),
    step: v.number(),
    lastDueSeq: v.number(),
  }),
);

const rejectionsItem = itemCodec(
  v.object({
    rejections: v.array(
      v.object({
        line: v.number(),
        code: v.custom<Rejection['code']>((value) => typeof value === 'string'),
        detail: v.string(),
        pointer: maybe(v.string()),
      }),
    ),
  }),
);

/** The item of a new import. */
export function toImportItem(imported: ContactImport, change: Change) {
  return {
    ...contactImportKey(imported.workspaceId, imported.id),
    resource: 'contact_import' satisfies AuditedResource,
    ...toImportAttributes(imported),
    ttl: importTtl(imported),
    lastChange: toLastChange(change),
  };
}

/** The attributes that a step changes, with the job that the stream consumer schedules. */
export function toImportAttributes(imported: ContactImport) {
  const { id, workspaceId, due, dueSeq } = imported;
  return {
    ...importItem.encode({ ...imported, lastDueSeq: dueSeq }),
    ...scheduledJobAttributes({ resource: 'contact_import', id, workspaceId }, due),
  };
}

/** The import of a stored item. @throws MalformedItemError */
export function fromImportItem(item: Item): ContactImport {
  const { lastDueSeq: dueSeq, ...imported } = importItem.decode(item);
  return { ...imported, dueSeq, due: readDue(item) };
}

/** The item of rejected lines, at least one. They are listed and expire with their import. */
export function toRejectionsItem(imported: ContactImport, rejections: readonly Rejection[]) {
  const { workspaceId, id } = imported;
  return {
    ...importRejectionsKey(workspaceId, id, rejections[0]?.line ?? 0),
    workspaceId,
    ...rejectionsItem.encode({ rejections }),
    ttl: importTtl(imported),
  };
}

/** @throws MalformedItemError */
export function fromRejectionsItem(item: Item): Rejection[] {
  return rejectionsItem.decode(item).rejections;
}

function importTtl(imported: ContactImport): number {
  return ttlOf(importExpiresAt(imported));
}
