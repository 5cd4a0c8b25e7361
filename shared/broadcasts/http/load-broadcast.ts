import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import type { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';

type BroadcastRequest = {
  readonly principal: Principal;
  readonly params: { readonly broadcast: string };
};

/** Finds the broadcast of the path. @throws PlatformError `broadcast_not_found` */
export async function loadBroadcast(
  broadcasts: Pick<BroadcastReader, 'find'>,
  { principal, params }: BroadcastRequest,
): Promise<Broadcast> {
  const broadcast = await broadcasts.find(principal.workspaceId, params.broadcast);
  if (!broadcast) throw broadcastNotFound();
  return broadcast;
}

/** The same error for a broadcast that a write did not find. */
export function broadcastNotFound(): PlatformError {
  return notFound(eventsErrors.broadcast_not_found);
}
