import * as v from 'valibot';
import { timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { AUDITED_RESOURCES, type AuditEntry } from '#shared/platform/audit/audit-entry.ts';
import { described } from '#shared/platform/http/described.ts';

/** An entry of the audit log as shown: ids only, no names, no contents. */
export const auditEventSchema = described(
  named(
    'AuditEvent',
    v.object({
      id: described(v.string(), 'Id of the entry; no path names it'),
      at: described(timestamp, 'When it was done'),
      operation: described(
        v.string(),
        'Name of the operation or of the platform\u2019s own process, such as `update-page`',
      ),
      request_id: described(v.string(), '`X-Request-Id` of the request that caused it'),
      actor: described(
        v.object({
          kind: described(
            v.picklist(['key', 'system', 'operator']),
            'An API key, the platform by itself, or its operators',
          ),
          key_id: v.optional(described(uuid, 'Id of the API key; only of a `key`')),
          member_id: v.optional(described(uuid, 'Id of the member that the key acted for; only of a `key`')),
        }),
        'Who did it',
      ),
      resource: described(
        v.object({
          type: described(v.picklist(AUDITED_RESOURCES), 'What kind of thing was changed'),
          id: described(v.string(), 'Which one; it may be gone since'),
        }),
        'What was changed',
      ),
    }),
  ),
  'Who did what to what: ids only, no names and no contents. Kept for 90 days',
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
