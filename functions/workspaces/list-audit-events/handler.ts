import { AUDIT_RETENTION_MS } from '#shared/platform/core/audit-entry.ts';
import type { AuditReader } from '#shared/platform/core/audit-store.ts';
import { decodeCursor, encodeCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { auditEventView } from '#shared/workspaces/http/audit-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly audit: AuditReader };

/** Lists the audit log. Entries are shown for 90 days, whether or not TTL has deleted the item. */
export function createHandler({ audit }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor, ...filters }, now }) {
      const scope = { list: 'audit-events', workspace: workspaceId, filters };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
      const horizon = new Date(now.getTime() - AUDIT_RETENTION_MS);
      const { since = horizon, until = now, resource_id: resourceId, key, member, ...rest } = filters;
      const { entries, next } = await audit.list(workspaceId, {
        ...rest,
        since: since > horizon ? since : horizon,
        until: until < now ? until : now,
        resourceId,
        keyId: key,
        memberId: member,
        limit,
        after,
      });
      return {
        status: 200,
        body: {
          data: entries.map(auditEventView),
          next_cursor: next === undefined ? null : encodeCursor(next, scope),
          has_more: next !== undefined,
        },
      };
    },
  };
}
