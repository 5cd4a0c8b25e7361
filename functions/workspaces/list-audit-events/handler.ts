import { AUDIT_RETENTION_MS } from '#shared/platform/core/audit-entry.ts';
import type { AuditReader } from '#shared/platform/core/audit-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { auditEventView } from '#shared/workspaces/http/audit-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly audit: AuditReader };

/** Lists the audit log. Entries are shown for 90 days, whether or not TTL has deleted the item. */
export function createHandler({ audit }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor, ...filters }, now }) {
      const scope = { list: 'audit-events', workspace: workspaceId, filters };
      const after = decodeCursor(cursor, scope);
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
      return { status: 200, body: pageTo(entries.map(auditEventView), next, scope) };
    },
  };
}
