import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { DELETION_PHASES, type WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';
import { dueDeletionsPartition, workspaceDeletionKey } from './keys.ts';

const deletionItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    requestedAt: instant,
    eraseAt: instant,
    phase: v.picklist(DELETION_PHASES),
    pass: v.number(),
    erased: v.number(),
    cursor: maybe(v.string()),
    nextAt: instant,
    step: v.number(),
  }),
);

/** The item of a request. The audit log follows it as a change of the workspace. */
export function toDeletionItem(deletion: WorkspaceDeletion, change: Change) {
  return {
    ...workspaceDeletionKey(deletion.workspaceId),
    resource: 'workspace' satisfies AuditedResource,
    id: deletion.workspaceId,
    ...deletionAttributes(deletion),
    lastChange: toLastChange(change),
  };
}

/** The attributes that each step changes. */
export function deletionAttributes(deletion: WorkspaceDeletion) {
  return {
    ...deletionItem.encode(deletion),
    ownerPk: dueDeletionsPartition(),
    ownerSk: `${deletion.nextAt.toISOString()}#${deletion.workspaceId}`,
  };
}

/** The request of a stored item. @throws MalformedItemError */
export function fromDeletionItem(item: Item): WorkspaceDeletion {
  return deletionItem.decode(item);
}
