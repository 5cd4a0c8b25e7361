import * as v from 'valibot';
import { AUDITED_RESOURCES, type AuditEntry } from '#shared/platform/core/audit-entry.ts';
import { timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** An entry of the audit log in responses. It contains only IDs, no names and no content. */
export const auditEventSchema = withDescription(
  withTitle(
    'AuditEvent',
    v.object({
      id: withDescription(v.string(), 'ID of the entry. No operation accepts it'),
      at: withDescription(timestamp, 'When the change was made'),
      operation: withDescription(
        v.string(),
        'Name of the operation, such as `update-page`, or of a background process of the platform',
      ),
      request_id: withDescription(v.string(), '`X-Request-Id` of the request that caused the change'),
      actor: withDescription(
        v.object({
          kind: withDescription(
            v.picklist(['key', 'system', 'operator']),
            '`key`: a request with an API key. `system`: the platform itself, for example a scheduled job. ' +
              '`operator`: a person of the team that runs the platform',
          ),
          key_id: v.optional(withDescription(uuid, 'ID of the API key; only if `kind` is `key`')),
          member_id: v.optional(
            withDescription(uuid, 'ID of the member that the key acted for; only if `kind` is `key`'),
          ),
          console: v.optional(
            withDescription(
              v.boolean(),
              '`true` if a console link created the API key: a person made the change in the console',
            ),
          ),
        }),
        'Who made the change',
      ),
      resource: withDescription(
        v.object({
          type: withDescription(
            v.picklist(AUDITED_RESOURCES),
            'Type of the changed resource. `block_order` is the order of the blocks of a page',
          ),
          id: withDescription(v.string(), 'ID of the changed resource; it may have been deleted since'),
        }),
        'The changed resource',
      ),
    }),
  ),
  'A change in the workspace, with IDs only: it contains no names and no content. Kept for 90 days',
);

/** Converts an entry to its representation. The platform itself and its operators have no key. */
export function auditEventView(entry: AuditEntry): v.InferInput<typeof auditEventSchema> {
  const { actor } = entry;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    operation: entry.operation,
    request_id: entry.requestId,
    actor:
      actor.kind === 'key'
        ? {
            kind: actor.kind,
            key_id: actor.key,
            member_id: actor.member,
            ...(actor.console ? { console: true } : {}),
          }
        : { kind: actor.kind },
    resource: { type: entry.resource.type, id: entry.resource.id },
  };
}
