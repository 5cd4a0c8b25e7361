import * as v from 'valibot';
import {
  type ContactImport,
  IMPORT_LIMITS,
  ImportMovedError,
  importRunning,
  IMPORT_TTL_MS,
  isInProgress,
  tooManyImports,
} from '#shared/messaging/domain/contact-import.ts';
import type {
  ContactImportJobs,
  ContactImportReader,
  ContactImportStore,
  ImportProgress,
} from '#shared/messaging/ports/contact-imports.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
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
  type UpdateWrite,
  type Write,
} from '#shared/platform/store/write.ts';
import {
  fromImportItem,
  fromRejectionsItem,
  toImportAttributes,
  toImportItem,
  toRejectionsItem,
} from './contact-import-items.ts';
import { createContactWrites } from './contact-writes.ts';
import { memberWrite } from './dynamo-list-members.ts';
import { contactImportKey, importRejectionsKey, recentImportsKey, runningImportKey } from './keys.ts';

const recentItem = v.object({ times: v.array(v.number()) });
const runningItem = v.object({ importId: v.string() });

/** The reads of `createDynamoContactImports`, for operations that may not write. */
export function createDynamoContactImportReader(table: Table): ContactImportReader {
  return {
    async find(workspaceId, importId) {
      const item = await table.get(contactImportKey(workspaceId, importId));
      return item && fromImportItem(item);
    },

    async readRejections(workspaceId, importId) {
      const { pk, sk: from } = importRejectionsKey(workspaceId, importId, 0);
      const limit = IMPORT_LIMITS.storedRejections;
      const items = await table.query({ pk, from, to: 'R#~', descending: false, limit, consistent: true });
      return items.flatMap(fromRejectionsItem);
    },
  };
}

/** Imports in the core table. */
export function createDynamoContactImports(table: WritableTable): ContactImportStore {
  return {
    ...createDynamoContactImportReader(table),

    async create(imported, context) {
      const { change } = context;
      const key = recentImportsKey(imported.workspaceId);
      const item = await table.get(key);
      const seen = item ? parseItem(recentItem, item).times : [];
      const recent = seen.filter((time) => time > change.at.getTime() - DAY_MS);
      const [oldest = 0] = recent;
      if (recent.length >= IMPORT_LIMITS.perDay) throw tooManyImports(new Date(oldest + DAY_MS), change.at);
      const times = [...recent, change.at.getTime()];
      const { workspaceId } = imported;
      const ttl = ttlOf(new Date(change.at.getTime() + DAY_MS));
      await commit(table, context, [
        putItem(
          { ...key, workspaceId, times, ttl, lastChange: toSecondaryChange(change) },
          sameTimes(item && seen),
        ),
        putItem(toImportItem(imported, change), isNew),
      ]);
    },

    async start(before, after, context) {
      const { change } = context;
      const running = {
        ...runningImportKey(after.workspaceId),
        workspaceId: after.workspaceId,
        importId: after.id,
        ttl: ttlOf(new Date(after.createdAt.getTime() + IMPORT_TTL_MS)),
        lastChange: toSecondaryChange(change),
      };
      const attributes = { ...toImportAttributes(after), lastChange: toLastChange(change) };
      await commit(table, context, [
        putItem(running, noneRuns(after, change.at)),
        updateItem(keyOf(before), setAttributes(attributes), stepUnchanged(before)),
      ]);
    },
  };
}

/** The same imports, as jobs of the function that processes their lines. */
export function createDynamoContactImportJobs(table: WritableTable): ContactImportJobs {
  const { find } = createDynamoContactImportReader(table);
  const contactWrites = createContactWrites(table);

  return {
    find,

    async advance(progress) {
      const [write, ...also] = progressWrites(progress);
      const { after } = progress;
      const isOver = isInProgress(progress.before) && !isInProgress(after);
      const rest = isOver ? [...also, runningEnded(after)] : also;
      return (await tryWrite(table, write, undefined, rest)).written;
    },

    async apply(progress, { before, after, member, events }, change) {
      const writes = before
        ? await contactWrites.edit(before, after, events, change)
        : await contactWrites.creation(after, events, change);
      const [write, ...rejections] = progressWrites(progress);
      const onFailure = () => new ImportMovedError();
      const moving = { ...write, condition: { ...write.condition, onFailure } };
      // The progress is first in order, so that a line that was applied before never counts as rejected.
      const members = member ? [memberWrite(member)] : [];
      await commit(table, { change }, [moving, ...rejections, ...writes, ...members]);
    },
  };

  function progressWrites({ before, after, rejections }: ImportProgress): [UpdateWrite, ...Write[]] {
    const update = updateItem(keyOf(before), setAttributes(toImportAttributes(after)), stepUnchanged(before));
    return rejections.length === 0 ? [update] : [update, putItem(toRejectionsItem(after, rejections))];
  }
}

function keyOf({ workspaceId, id }: ContactImport) {
  return contactImportKey(workspaceId, id);
}

/** Another import of the workspace can start. */
function runningEnded({ workspaceId, id }: ContactImport): Write {
  const ended = { expression: 'REMOVE importId' };
  // Also holds if the item was lost: the end of an import never depends on it.
  const isOwn = {
    expression: 'attribute_not_exists(importId) OR importId = :import',
    values: { ':import': id },
  };
  return updateItem(runningImportKey(workspaceId), ended, isOwn);
}

/** No import of the workspace is in progress. One that was lost expires. */
function noneRuns({ id }: ContactImport, now: Date): Condition {
  return {
    expression: 'attribute_not_exists(importId) OR #ttl <= :now_seconds',
    names: { '#ttl': 'ttl' },
    values: { ':now_seconds': Math.floor(now.getTime() / 1000) },
    onFailure(found) {
      const { importId } = parseItem(runningItem, found ?? {});
      // Another request has started this import: the request is repeated and finds it started.
      return importId === id ? undefined : importRunning(importId);
    },
  };
}

function stepUnchanged({ step }: ContactImport): Condition {
  return { expression: '#step = :step_before', names: { '#step': 'step' }, values: { ':step_before': step } };
}

/** No other import was created since the times were read. */
function sameTimes(times: readonly number[] | undefined): Condition {
  if (times === undefined) return isNew;
  return {
    expression: '#times = :times_before',
    names: { '#times': 'times' },
    values: { ':times_before': times },
  };
}
