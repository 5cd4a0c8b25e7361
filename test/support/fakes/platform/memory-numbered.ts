import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { QuotaKind } from '#shared/platform/core/workspace-quotas.ts';
import { commitInMemory, type MemoryCore, withinWorkspace } from './memory-core.ts';
import { releaseQuota, takeQuota } from './memory-quotas.ts';

type Numbered = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly revision: number;
};

/** Shared by the stores of resources with sequential ids, over one map of a memory core. */
export function numberedIn<T extends Numbered>(core: MemoryCore, kind: string, map: Map<string, T>) {
  const placeOf = ({ workspaceId, id }: Pick<Numbered, 'workspaceId' | 'id'>) =>
    withinWorkspace(workspaceId, String(id));
  const of = (workspaceId: string) => [...map.values()].filter((one) => one.workspaceId === workspaceId);

  return {
    async nextId(workspaceId: string): Promise<number> {
      const place = withinWorkspace(workspaceId, kind);
      const next = (core.lastNumbers.get(place) ?? 0) + 1;
      core.lastNumbers.set(place, next);
      return next;
    },

    async find(workspaceId: string, ref: string): Promise<T | undefined> {
      return structuredClone(of(workspaceId).find((one) => one.uuid === ref || String(one.id) === ref));
    },

    async findAll(workspaceId: string, ids: readonly number[]): Promise<T[]> {
      const found = [...new Set(ids)].flatMap((id) => map.get(placeOf({ workspaceId, id })) ?? []);
      return structuredClone(found);
    },

    async list(
      workspaceId: string,
      { limit, after }: { readonly limit: number; readonly after?: number | undefined },
    ): Promise<T[]> {
      const below = of(workspaceId).filter(({ id }) => after === undefined || id < after);
      return structuredClone(below.toSorted((a, b) => b.id - a.id).slice(0, limit));
    },

    /** Adds a resource with a new number and UUID. Called within a command, like the other two. */
    add(one: T): void {
      const isTaken = of(one.workspaceId).some(({ uuid }) => uuid === one.uuid);
      if (isTaken || map.has(placeOf(one))) throw new ConcurrentUpdateError();
      map.set(placeOf(one), structuredClone(one));
    },

    replace(before: T, after: T): void {
      requireUnchanged(before);
      map.set(placeOf(after), structuredClone(after));
    },

    drop(one: T): void {
      requireUnchanged(one);
      map.delete(placeOf(one));
    },
  };

  function requireUnchanged(before: T): void {
    if (map.get(placeOf(before))?.revision !== before.revision) throw new ConcurrentUpdateError();
  }
}

/** A store of resources with sequential ids that a quota counts. */
export function numberedStore<T extends Numbered>(
  core: MemoryCore,
  kind: string,
  map: Map<string, T>,
  quota: QuotaKind,
) {
  const { nextId, find, findAll, list, add, replace, drop } = numberedIn(core, kind, map);
  return {
    nextId,
    find,
    findAll,
    list,

    async create(one: T, context: CommandContext): Promise<void> {
      commitInMemory(core, context, () => {
        takeQuota(core, quota, one.workspaceId);
        add(one);
      });
    },

    async save(before: T, after: T, context: CommandContext): Promise<void> {
      commitInMemory(core, context, () => replace(before, after));
    },

    async remove(one: T, { change }: CommandContext): Promise<void> {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        drop(one);
        releaseQuota(core, quota, one.workspaceId);
      });
    },
  };
}
