import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import type { AuditStore } from '#shared/platform/core/audit-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** The audit log over a memory core. It reads everything at once, so only the limit ends a page. */
export function createMemoryAuditStore(core: Pick<MemoryCore, 'audit'>): AuditStore {
  return {
    async add(entries) {
      for (const entry of entries) if (!core.audit.has(entry.id)) core.audit.set(entry.id, entry);
    },

    async list(workspaceId, { since, until, order, limit, after, ...wanted }) {
      const isBehind = (id: string) => after === undefined || (order === 'desc' ? id < after : id > after);
      const found = [...core.audit.values()]
        .filter((entry) => entry.workspaceId === workspaceId && entry.at >= since && entry.at <= until)
        .filter(({ id }) => isBehind(id))
        .filter((entry) => matchesFilter(entry, wanted))
        .toSorted((a, b) => (a.id < b.id === (order === 'asc') ? -1 : 1));
      const entries = found.slice(0, limit);
      return { entries, next: found.length > limit ? entries.at(-1)?.id : undefined };
    },
  };
}

type Wanted = Omit<Parameters<AuditStore['list']>[1], 'since' | 'until' | 'order' | 'limit' | 'after'>;

function matchesFilter({ operation, resource, actor }: AuditEntry, wanted: Wanted): boolean {
  const who = actor.kind === 'key' ? actor : { key: undefined, member: undefined };
  return (
    operation === (wanted.operation ?? operation) &&
    resource.type === (wanted.resource ?? resource.type) &&
    resource.id === (wanted.resourceId ?? resource.id) &&
    who.key === (wanted.keyId ?? who.key) &&
    who.member === (wanted.memberId ?? who.member)
  );
}
