import * as v from 'valibot';
import {
  AUDITED_RESOURCES,
  AUDIT_RETENTION_MS,
  type AuditEntry,
  type AuditedResource,
} from '#shared/platform/core/audit-entry.ts';
import type { Actor, Change } from '#shared/platform/core/change.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';
import { instant, parseItem, ttlOf } from './item-schema.ts';
import { auditKey } from './keys.ts';
import type { Item } from './table.ts';
import { nonceOf, type Write, putItem } from './write.ts';

/** A resource in the audit log. */
export type AuditSubject = {
  readonly resource: AuditedResource;
  readonly id: string;
  readonly workspaceId: string;
};

/** @__NO_SIDE_EFFECTS__ */
function changeWith<const E extends v.ObjectEntries>(entries: E) {
  return v.object({
    actor: v.picklist(['key', 'system', 'operator']),
    key: v.optional(v.string()),
    member: v.optional(v.string()),
    console: v.optional(v.literal(true)),
    operation: v.string(),
    requestId: v.string(),
    at: instant,
    ...entries,
  });
}

const auditItem = changeWith({
  id: v.string(),
  workspaceId: v.string(),
  subject: v.object({ type: v.picklist(AUDITED_RESOURCES), id: v.string() }),
});

/** The audited attributes of an item: kind and id of the resource, its workspace, and its last change. */
const audited = v.object({
  resource: v.picklist(AUDITED_RESOURCES),
  /** A number for resources that posts reference by number. */
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  /** Present if `id` is an integer id, by which posts reference the resource. */
  uuid: v.optional(v.string()),
  /** Present if the item's own id is not the id of the resource. */
  resourceId: v.optional(v.string()),
  workspaceId: v.string(),
  lastChange: changeWith({ nonce: v.string(), secondary: v.optional(v.boolean(), false) }),
});

/** The item of an entry. It has no `resource` attribute, so the log does not audit itself. */
export function toAuditItem(entry: AuditEntry) {
  const { kind, ...who } = entry.actor;
  return {
    ...auditKey(entry.workspaceId, entry.at, entry.id),
    id: entry.id,
    workspaceId: entry.workspaceId,
    at: entry.at.getTime(),
    actor: kind,
    ...who,
    operation: entry.operation,
    requestId: entry.requestId,
    subject: { type: entry.resource.type, id: entry.resource.id },
    ttl: ttlOf(new Date(entry.at.getTime() + AUDIT_RETENTION_MS)),
  };
}

/** @throws MalformedItemError */
export function fromAuditItem(item: Item): AuditEntry {
  const stored = parseItem(auditItem, item);
  return {
    id: stored.id,
    workspaceId: stored.workspaceId,
    at: stored.at,
    actor: actorOf(stored),
    operation: stored.operation,
    requestId: stored.requestId,
    resource: stored.subject,
  };
}

/**
 * The audit entry of a changed item, from its images before and after (docs/specification.md#audit-log). Null for items that
 * are not audited resources, for writes that belong to no command (the nonce stays the same), and for secondary changes.
 */
export function auditEntryOf(before: Item | undefined, after: Item): AuditEntry | null {
  const parsed = v.safeParse(audited, after);
  if (!parsed.success) return null;
  const { resource, id, uuid = id, resourceId = uuid, workspaceId, lastChange } = parsed.output;
  const { nonce, operation, requestId, at, secondary } = lastChange;
  if (secondary || nonce === nonceOf(before)) return null;
  const change: Change = { actor: actorOf(lastChange), operation, requestId, nonce, at };
  return entryOf({ resource, id: resourceId, workspaceId }, change);
}

/**
 * Writes the entry of a removal in the same transaction, because a deleted item has no last change to read. The put needs no
 * condition: if the condition of the delete fails, so does the transaction.
 */
export function removalEntryWrite(subject: AuditSubject, change: Change): Write {
  return putItem(toAuditItem(entryOf(subject, change)));
}

/** The id is derived, so that a change that is read twice from the stream gives one entry. */
function entryOf({ resource, id, workspaceId }: AuditSubject, change: Change): AuditEntry {
  return {
    id: derivedId(change.at, `${change.nonce}${resource}${id}`),
    workspaceId,
    at: change.at,
    actor: change.actor,
    operation: change.operation,
    requestId: change.requestId,
    resource: { type: resource, id },
  };
}

function actorOf({
  actor,
  key,
  member,
  console: isConsole,
}: {
  readonly actor: Actor['kind'];
  readonly key?: string | undefined;
  readonly member?: string | undefined;
  readonly console?: true | undefined;
}): Actor {
  // A key without its ids cannot be shown, so the platform is the actor.
  if (actor === 'key' && key !== undefined && member !== undefined)
    return { kind: 'key', key, member, ...(isConsole ? { console: isConsole } : {}) };
  return { kind: actor === 'operator' ? 'operator' : 'system' };
}
