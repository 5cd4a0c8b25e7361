import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { instant, itemCodec, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  type Condition,
  isNew,
  putItem,
  toLastChange,
  toSecondaryChange,
  updateItem,
} from '#shared/platform/store/write.ts';
import {
  EXPORT_FAILURES,
  EXPORT_SCOPES,
  EXPORTED_RESOURCES,
  exportExpiry,
  exportRunning,
  exportTooSoon,
  isUnfinished,
  nextExportAt,
  type WorkspaceExport,
} from '#shared/privacy/domain/workspace-export.ts';
import type {
  WorkspaceExportJobs,
  WorkspaceExportReader,
  WorkspaceExportStore,
} from '#shared/privacy/ports/workspace-exports.ts';
import { exportKey, runningExportKey, pendingExportsPartition } from './keys.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Exports per run: their items are read with one request. */
const MAX_PENDING = 100;

const runningItem = v.object({ exportId: v.string(), runsUntil: v.number(), nextAt: v.number() });

const keyRow = v.object({ pk: v.string(), sk: v.string() });

const exportItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    // Exports of earlier versions have none.
    scope: v.optional(v.picklist(EXPORT_SCOPES), 'workspace'),
    state: v.picklist(['queued', 'running', 'completed', 'failed']),
    failure: maybe(v.picklist(EXPORT_FAILURES)),
    createdAt: instant,
    finishedAt: maybe(instant),
    part: maybe(v.picklist(EXPORTED_RESOURCES)),
    after: maybe(v.string()),
    files: v.array(v.object({ name: v.string(), run: v.string(), records: v.number(), bytes: v.number() })),
    step: v.number(),
    attempts: v.number(),
    turnAt: instant,
    kinds: v.array(v.picklist(EXPORTED_RESOURCES)),
  }),
);

/** The attributes that each step changes. An export is in the index exactly until it ends. */
function attributesOf(exported: WorkspaceExport) {
  const isPending = isUnfinished(exported);
  return {
    ...exportItem.encode({ ...exported, kinds: [...exported.kinds] }),
    ownerPk: isPending ? pendingExportsPartition() : undefined,
    ownerSk: isPending ? `${exported.turnAt.toISOString()}#${exported.id}` : undefined,
  };
}

/** The reads of `createDynamoWorkspaceExports`, for operations that may not write. */
export function createDynamoWorkspaceExportReader(table: Table): WorkspaceExportReader {
  return {
    async find(workspaceId, exportId) {
      const item = await table.get(exportKey(workspaceId, exportId));
      return item && exportItem.decode(item);
    },
  };
}

/** Exports in the core table. */
export function createDynamoWorkspaceExports(table: WritableTable): WorkspaceExportStore {
  return {
    ...createDynamoWorkspaceExportReader(table),

    async create(exported, context) {
      const item = {
        ...exportKey(exported.workspaceId, exported.id),
        resource: 'export' satisfies AuditedResource,
        ...attributesOf(exported),
        ttl: ttlOf(exportExpiry(exported)),
        lastChange: toLastChange(context.change),
      };
      const running = {
        ...runningExportKey(exported.workspaceId, exported.scope),
        exportId: exported.id,
        runsUntil: exportExpiry(exported).getTime(),
        nextAt: nextExportAt(exported).getTime(),
        ttl: item.ttl,
        lastChange: toSecondaryChange(context.change),
      };
      const writes = [putItem(running, noneRuns(exported)), putItem(item, isNew)];
      await commit(table, context, writes);
    },
  };
}

/** The same exports, as jobs of the function that writes their files. */
export function createDynamoWorkspaceExportJobs(table: WritableTable): WorkspaceExportJobs {
  return {
    async readPending(now) {
      const rows = await table.query({
        index: BY_OWNER,
        pk: pendingExportsPartition(),
        from: '0',
        // `$` sorts directly after `#`.
        to: `${now.toISOString()}$`,
        descending: false,
        limit: MAX_PENDING,
      });
      const items = await table.getAll(rows.map((row) => parseItem(keyRow, row)));
      return items
        .map((item) => exportItem.decode(item))
        .filter((exported) => isUnfinished(exported) && exported.turnAt <= now)
        .toSorted((a, b) => a.turnAt.getTime() - b.turnAt.getTime());
    },

    async advance(before, after) {
      // First, because otherwise a run that stops between the two writes would leave the workspace unable to request another export.
      if (!isUnfinished(after)) await allowAnother(after);
      const condition = {
        expression: '#step = :seen',
        names: { '#step': 'step' },
        values: { ':seen': before.step },
      };
      const key = exportKey(before.workspaceId, before.id);
      return (await tryWrite(table, updateItem(key, setAttributes(attributesOf(after)), condition))).written;
    },
  };

  async function allowAnother({ workspaceId, id, scope }: WorkspaceExport): Promise<void> {
    const ended = { expression: 'SET runsUntil = :ended', values: { ':ended': 0 } };
    const isRunning = { expression: 'exportId = :export', values: { ':export': id } };
    await tryWrite(table, updateItem(runningExportKey(workspaceId, scope), ended, isRunning));
  }
}

/** No export of this scope is unfinished, and the last one is old enough. An export that was lost expires. */
function noneRuns({ createdAt: now, scope }: WorkspaceExport): Condition {
  return {
    expression: 'attribute_not_exists(pk) OR (runsUntil <= :now AND nextAt <= :now)',
    values: { ':now': now.getTime() },
    onFailure(found) {
      const { exportId, runsUntil, nextAt } = parseItem(runningItem, found ?? {});
      return runsUntil > now.getTime()
        ? exportRunning(exportId, scope)
        : exportTooSoon(new Date(nextAt), now, scope);
    },
  };
}
