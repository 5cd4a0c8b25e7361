import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { instant, itemCodec, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { exportKey, pendingExportsPartition } from '#shared/platform/store/keys.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { isNew, putItem, toLastChange, updateItem } from '#shared/platform/store/write.ts';
import {
  EXPORT_TTL_MS,
  EXPORTED_RESOURCES,
  type WorkspaceExport,
} from '#shared/workspaces/domain/workspace-export.ts';
import type {
  WorkspaceExportJobs,
  WorkspaceExportReader,
  WorkspaceExportStore,
} from '#shared/workspaces/ports/workspace-exports.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Exports per run: their items are read with one request. */
const MAX_PENDING = 100;

const keyRow = v.object({ pk: v.string(), sk: v.string() });

const exportItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    state: v.picklist(['queued', 'running', 'completed']),
    createdAt: instant,
    finishedAt: maybe(instant),
    part: maybe(v.picklist(EXPORTED_RESOURCES)),
    after: maybe(v.string()),
    files: v.array(
      v.object({ name: v.string(), records: v.number(), bytes: v.number(), run: v.optional(v.string()) }),
    ),
    step: v.number(),
  }),
);

/** The attributes that each step changes. An export is in the index exactly until it is complete. */
function attributesOf(exported: WorkspaceExport) {
  const isPending = exported.state !== 'completed';
  return {
    ...exportItem.encode(exported),
    ownerPk: isPending ? pendingExportsPartition() : undefined,
    ownerSk: isPending ? `${exported.createdAt.toISOString()}#${exported.id}` : undefined,
  };
}

function fromItem(item: Item): WorkspaceExport {
  return exportItem.decode(item);
}

/** The reads of `createDynamoWorkspaceExports`, for operations that may not write. */
export function createDynamoWorkspaceExportReader(table: Table): WorkspaceExportReader {
  return {
    async find(workspaceId, exportId) {
      const item = await table.get(exportKey(workspaceId, exportId));
      return item && fromItem(item);
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
        ttl: ttlOf(new Date(exported.createdAt.getTime() + EXPORT_TTL_MS)),
        lastChange: toLastChange(context.change),
      };
      await commit(table, context, [putItem(item, isNew), takeQuota('exports', exported.workspaceId)]);
    },
  };
}

/** The same exports, as jobs of the function that writes their files. */
export function createDynamoWorkspaceExportJobs(table: WritableTable): WorkspaceExportJobs {
  return {
    async readPending() {
      const rows = await table.query({
        index: BY_OWNER,
        pk: pendingExportsPartition(),
        from: '0',
        to: '~',
        descending: false,
        limit: MAX_PENDING,
      });
      const items = await table.getAll(rows.map((row) => parseItem(keyRow, row)));
      return items
        .map(fromItem)
        .filter(({ state }) => state !== 'completed')
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },

    async advance(before, after) {
      const condition = {
        expression: '#step = :seen',
        names: { '#step': 'step' },
        values: { ':seen': before.step },
      };
      const key = exportKey(before.workspaceId, before.id);
      const update = updateItem(key, setAttributes(attributesOf(after)), condition);
      const release = after.state === 'completed' ? [releaseQuota('exports', before.workspaceId)] : [];
      return (await tryWrite(table, update, randomUUID(), release)).written;
    },
  };
}
