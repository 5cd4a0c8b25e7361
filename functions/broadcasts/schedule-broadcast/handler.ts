import { hasSameContent } from '#shared/broadcasts/domain/broadcast-content.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { scheduleBroadcast } from '#shared/broadcasts/domain/schedule-broadcast.ts';
import { mayApprove } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import {
  type SilentTransitionStores,
  saveSilentTransition,
} from '#shared/broadcasts/http/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Schedules a draft, or changes the time of a scheduled broadcast. The stream sets the timer. */
export function createHandler(stores: SilentTransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,
    mayRetry: hasSameContent,

    async handle(request) {
      const { resource, principal, body, now } = request;
      const plan = { at: body.scheduled_at, mayApprove: mayApprove(principal) };
      const made = scheduleBroadcast(resource, plan, now);
      return saveSilentTransition(stores, request, made);
    },
  };
}
