import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit, commitWrites } from '#shared/platform/store/commit.ts';
import { parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  type Condition,
  deleteItem,
  isNew,
  putItem,
  toLastChange,
  updateItem,
} from '#shared/platform/store/write.ts';
import { ERASED_TRACE_MS, type WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';
import type {
  WorkspaceDeletionReader,
  WorkspaceDeletionStore,
  WorkspaceErasureJobs,
} from '#shared/workspaces/ports/workspace-deletion-store.ts';
import { deletionAttributes, fromDeletionItem, toDeletionItem } from './deletion-items.ts';
import { dueDeletionsPartition, erasedWorkspaceKey, workspaceDeletionKey } from './keys.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Deletions per run: their items are read with one request. */
const MAX_DUE = 100;

const keyRow = v.object({ pk: v.string(), sk: v.string() });

/** The reads of `createDynamoWorkspaceDeletions`, for operations that may not write. */
export function createDynamoWorkspaceDeletionReader(table: Table): WorkspaceDeletionReader {
  return {
    async find(workspaceId) {
      const item = await table.get(workspaceDeletionKey(workspaceId));
      return item && fromDeletionItem(item);
    },
  };
}

/** Requests to delete a workspace in the core table. */
export function createDynamoWorkspaceDeletions(table: WritableTable): WorkspaceDeletionStore {
  return {
    ...createDynamoWorkspaceDeletionReader(table),

    async request(deletion, context) {
      await commit(table, context, [putItem(toDeletionItem(deletion, context.change), isNew)]);
    },

    async cancel(deletion, context) {
      const { workspaceId } = deletion;
      const subject = { resource: 'workspace', id: workspaceId, workspaceId } as const;
      await commit(table, context, [
        deleteItem(workspaceDeletionKey(workspaceId), stepUnchanged(deletion)),
        removalEntryWrite(subject, context.change),
      ]);
    },
  };
}

/** The same requests, as jobs of the function that erases workspaces. */
export function createDynamoWorkspaceErasureJobs(table: WritableTable): WorkspaceErasureJobs {
  return {
    async readDue(now) {
      const rows = await table.query({
        index: BY_OWNER,
        pk: dueDeletionsPartition(),
        from: '0',
        // `$` sorts directly after `#`, so that steps scheduled for this instant are included.
        to: `${now.toISOString()}$`,
        descending: false,
        limit: MAX_DUE,
      });
      const items = await table.getAll(rows.map((row) => parseItem(keyRow, row)));
      // The index is eventually consistent; the items are current.
      return items
        .map(fromDeletionItem)
        .filter(({ nextAt }) => nextAt <= now)
        .toSorted((a, b) => a.eraseAt.getTime() - b.eraseAt.getTime());
    },

    async start(before, after, change) {
      const update = setAttributes({ ...deletionAttributes(after), lastChange: toLastChange(change) });
      const trace = {
        ...erasedWorkspaceKey(hashOfWorkspace(before.workspaceId)),
        ttl: ttlOf(new Date(change.at.getTime() + ERASED_TRACE_MS)),
      };
      try {
        await commit(table, { change }, [
          updateItem(workspaceDeletionKey(before.workspaceId), update, stepUnchanged(before)),
          putItem(trace),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConcurrentUpdateError) return false;
        throw error;
      }
    },

    async advance(before, after) {
      const update = setAttributes(deletionAttributes(after));
      const write = updateItem(workspaceDeletionKey(before.workspaceId), update, stepUnchanged(before));
      return (await tryWrite(table, write)).written;
    },

    async finish(deletion) {
      const { workspaceId, requestedAt, step } = deletion;
      const nonce = `${workspaceId}${requestedAt.getTime()}${step}`.slice(-36);
      try {
        await commitWrites(
          table,
          [deleteItem(workspaceDeletionKey(workspaceId), stepUnchanged(deletion))],
          nonce,
        );
        return true;
      } catch (error) {
        if (error instanceof ConcurrentUpdateError) return false;
        throw error;
      }
    },
  };
}

/** The hash under which an erased workspace is remembered. It identifies the workspace only to somebody who knows its id. */
export function hashOfWorkspace(workspaceId: string): string {
  return createHash('sha256').update(`workspace ${workspaceId}`).digest('hex');
}

/** Neither a cancellation nor another run has changed the request; a later request has another time. */
function stepUnchanged({ step, requestedAt }: WorkspaceDeletion): Condition {
  return {
    expression: '#step = :seen_step AND #requested = :seen_request',
    names: { '#step': 'step', '#requested': 'requestedAt' },
    values: { ':seen_step': step, ':seen_request': requestedAt.getTime() },
  };
}
