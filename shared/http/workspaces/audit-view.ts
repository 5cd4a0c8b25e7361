import * as v from 'valibot';
import { timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { AUDITED_RESOURCES, type AuditEntry } from '#shared/domain/audit/audit-entry.ts';

/** An entry of the audit log as shown: ids only, no names, no contents. */
export const auditEventSchema = named(
  'AuditEvent',
  v.object({
    id: v.string(),
    at: timestamp,
    operation: v.string(),
    request_id: v.string(),
    actor: v.object({
      kind: v.picklist(['key', 'system', 'operator']),
      key_id: v.optional(uuid),
      member_id: v.optional(uuid),
    }),
    resource: v.object({ type: v.picklist(AUDITED_RESOURCES), id: v.string() }),
  }),
);

/** The representation of an entry. The platform itself and its operators have no key. */
export function auditEventView(entry: AuditEntry): v.InferInput<typeof auditEventSchema> {
  const { actor } = entry;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    operation: entry.operation,
    request_id: entry.requestId,
    actor:
      actor.kind === 'key'
        ? { kind: actor.kind, key_id: actor.key, member_id: actor.member }
        : { kind: actor.kind },
    resource: { type: entry.resource.type, id: entry.resource.id },
  };
}
