import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { QuotaKind } from '#shared/platform/core/workspace-quotas.ts';
import { removalEntryWrite } from './audit-items.ts';
import { commit } from './commit.ts';
import { parseItem } from './item-schema.ts';
import type { Key } from './keys.ts';
import { releaseQuota, takeQuota } from './quota-writes.ts';
import { nextInSequence } from './sequence.ts';
import { sequentialKey, sequentialPointerKey } from './sequential-keys.ts';
import type { Item, Table, WritableTable } from './table.ts';
import { toLastChange, exists, isNew, revisionUnchanged, type Write, deleteItem, putItem } from './write.ts';

/** A resource with an integer id, by which other resources reference it, and a UUID, by which events identify it. */
type Sequential = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly revision: number;
};

type ItemType<T> = {
  /** The first word of the partition keys, such as `A` for accounts. */
  readonly kind: string;
  readonly resource: AuditedResource;
  readonly quota: QuotaKind;
  readonly toItem: (resource: T, change: Change) => Item & Key;
  readonly fromItem: (item: Item) => T;
};

const pointerItem = v.object({ number: v.pipe(v.number(), v.safeInteger()) });

/** The reads of `sequentialIdItems`, for operations that may not write. */
export function sequentialIdReader<T extends Sequential>(
  table: Table,
  { kind, fromItem }: Pick<ItemType<T>, 'kind' | 'fromItem'>,
) {
  return {
    /** By UUID in two reads, or by integer id in one; strongly consistent. */
    async find(workspaceId: string, ref: string): Promise<T | undefined> {
      if (/^\d+$/u.test(ref)) {
        const found = await table.get(sequentialKey(workspaceId, kind, Number(ref)));
        return found && fromItem(found);
      }
      const pointer = await table.get(sequentialPointerKey(workspaceId, kind, ref));
      if (!pointer) return undefined;
      const { number } = parseItem(pointerItem, pointer);
      const item = await table.get(sequentialKey(workspaceId, kind, number));
      return item && fromItem(item);
    },

    /** The resources among these ids that exist, each once; strongly consistent. */
    async findAll(workspaceId: string, ids: readonly number[]): Promise<T[]> {
      const keys = [...new Set(ids)].map((id) => sequentialKey(workspaceId, kind, id));
      return (await table.getAll(keys)).map(fromItem);
    },

    /** Resources in descending order of their ids, below `after`. */
    async list(
      workspaceId: string,
      { limit, after }: { readonly limit: number; readonly after?: number | undefined },
    ): Promise<T[]> {
      const { pk, sk: from } = sequentialKey(workspaceId, kind, 0);
      // Pointers and the counter sort after every number.
      const highest = after === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, after - 1);
      const { sk: to } = sequentialKey(workspaceId, kind, highest);
      return (await table.query({ pk, from, to, descending: true, limit })).map(fromItem);
    },
  };
}

/**
 * Resources with sequential ids in the core table, in one partition per workspace and kind: the item under its integer id, and
 * a pointer to it under its UUID. `also` contains additional writes for the same transaction.
 */
export function sequentialIdItems<T extends Sequential>(
  table: WritableTable,
  { kind, resource, quota, toItem, fromItem }: ItemType<T>,
) {
  return {
    ...sequentialIdReader(table, { kind, fromItem }),

    nextId: (workspaceId: string) => nextInSequence(table, workspaceId, kind),

    async create(created: T, context: CommandContext, also: readonly Write[] = []): Promise<void> {
      const pointer = {
        ...sequentialPointerKey(created.workspaceId, kind, created.uuid),
        number: created.id,
        lastChange: toLastChange(context.change),
      };
      const item = toItem(created, context.change);
      await commit(table, context, [
        putItem(item, isNew),
        putItem(pointer, isNew),
        takeQuota(quota, created.workspaceId),
        ...also,
      ]);
    },

    async save(before: T, after: T, context: CommandContext, also: readonly Write[] = []): Promise<void> {
      const put = putItem(toItem(after, context.change), revisionUnchanged(before));
      await commit(table, context, [put, ...also]);
    },

    /** The id is never used again. */
    async remove(removed: T, { change }: CommandContext, also: readonly Write[] = []): Promise<void> {
      const { id, uuid, workspaceId } = removed;
      await commit(table, { change }, [
        deleteItem(sequentialKey(workspaceId, kind, id), revisionUnchanged(removed)),
        deleteItem(sequentialPointerKey(workspaceId, kind, uuid), exists),
        removalEntryWrite({ resource, id: uuid, workspaceId }, change),
        releaseQuota(quota, workspaceId),
        ...also,
      ]);
    },
  };
}
