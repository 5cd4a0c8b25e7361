import { type QuotaKind, quotaExceeded, WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import { type MemoryCore, withinWorkspace } from './memory-core.ts';

/** Counts a new resource within a command. Every post is counted, where the adapter counts one in 16. */
export function takeQuota(core: MemoryCore, kind: QuotaKind, workspaceId: string): void {
  const used = core.quotas.get(withinWorkspace(workspaceId, kind)) ?? 0;
  if (used >= WORKSPACE_QUOTAS[kind].limit) throw quotaExceeded(kind);
  count(core, kind, workspaceId, 1);
}

/** Counts a new resource that is created even if the quota is used up. */
export function countResource(core: MemoryCore, kind: QuotaKind, workspaceId: string): void {
  count(core, kind, workspaceId, 1);
}

/** Stops counting a deleted resource. */
export function releaseQuota(core: MemoryCore, kind: QuotaKind, workspaceId: string): void {
  count(core, kind, workspaceId, -1);
}

function count(core: MemoryCore, kind: QuotaKind, workspaceId: string, step: number): void {
  const place = withinWorkspace(workspaceId, kind);
  core.quotas.set(place, (core.quotas.get(place) ?? 0) + step);
}
