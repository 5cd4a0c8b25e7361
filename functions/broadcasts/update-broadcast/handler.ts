import {
  type BroadcastEdit,
  type DirectBroadcastEdit,
  editBroadcast,
} from '#shared/broadcasts/domain/broadcast-edit.ts';
import { BROADCAST_MACHINE } from '#shared/broadcasts/domain/broadcast-machine.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { requireFittingContent } from '#shared/broadcasts/domain/platform-content.ts';
import { toBroadcastEdit } from '#shared/broadcasts/http/broadcast-body.ts';
import { broadcastResponse, broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { broadcastNotFound, loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import {
  type AudienceSources,
  requireAudienceSource,
} from '#shared/broadcasts/use-cases/require-audience.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { statesAllowing } from '#shared/platform/core/state-machine.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { acceptedRevisions } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = AudienceSources & { readonly broadcasts: Pick<BroadcastStore, 'edit' | 'save'> };

const EDITABLE = statesAllowing(BROADCAST_MACHINE, 'update');

/**
 * Edits a broadcast with one conditional write that enforces all preconditions, so that a concurrent start happens entirely
 * before or after it (docs/specification/broadcasts.md#updating-a-broadcast). If nothing was written, the broadcast found explains why.
 */
export function createHandler({
  broadcasts,
  imports,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    skipLoad: true,
    load: (request) => loadBroadcast(broadcasts, request),
    revisionOf: broadcastRevision,

    async handle({ principal, params, body, ifMatch, checkPrecondition, now, change, command }) {
      const edit = toBroadcastEdit(body);
      const target = { workspaceId: principal.workspaceId, id: params.broadcast };
      const guard = {
        states: EDITABLE,
        revisions: acceptedRevisions(ifMatch),
        isExternal: dependsOnSender(edit),
      };
      const { written, broadcast } = !isDirect(edit)
        ? { written: false, broadcast: await broadcasts.find(target.workspaceId, target.id) }
        : await broadcasts.edit(target, edit, guard, { change: change(), idempotencyRecord: null });
      if (!broadcast) throw broadcastNotFound();
      if (written) return broadcastResponse(200, broadcast);

      checkPrecondition(broadcast);
      const after = editBroadcast(broadcast, edit, now, principal.memberId);
      if (dependsOnSender(edit)) requireFitting(after ?? broadcast, edit);
      if (edit.audience !== undefined)
        await requireAudienceSource({ broadcasts, imports }, after ?? broadcast, now);
      const response = broadcastResponse(200, after ?? broadcast);
      // Of a broadcast that the platform sends, or rare: of a body with content, only `requires_approval` changes; or the broadcast changed after the conditional write.
      if (after) {
        const checksKey = edit.requiresApproval === false;
        await broadcasts.save(broadcast, after, await command(response, { checksKey }));
      }
      return response;
    },
  };
}

/** An engine sends a broadcast without `sending`, which an edit cannot add. */
function requireFitting(after: Broadcast, { sending, channel }: BroadcastEdit): void {
  if (after.sending !== null || sending === undefined) return requireFittingContent(after, channel);
  const detail = 'Your messaging system sends this broadcast. Leave the field out.';
  throw new ValidationError([{ pointer: '#/sending', code: 'invalid_format', detail }]);
}

/** Whether the values that the edit may have depend on who sends the broadcast. */
function dependsOnSender({ message, channel, audience, sending }: BroadcastEdit): boolean {
  return [message, channel, audience, sending].some((value) => value !== undefined);
}

/** Whether the edit needs no read. Who turns off the required approval is stored, so it must be known whether it was required. */
function isDirect(edit: BroadcastEdit): edit is DirectBroadcastEdit {
  return edit.requiresApproval !== false && edit.sending === undefined && !isEmpty(edit);
}

function isEmpty({ message, ...rest }: BroadcastEdit): boolean {
  return Object.values({ ...rest, ...message }).every((value) => value === undefined);
}
