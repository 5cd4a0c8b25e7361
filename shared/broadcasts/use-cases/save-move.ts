import { eventOfMove } from '#shared/broadcasts/domain/broadcast-event.ts';
import type { BroadcastMove } from '#shared/broadcasts/domain/broadcast-move.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastResponse } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { HandlerResponse } from '#shared/platform/http/handler.ts';
import { newId } from '#shared/platform/runtime/ids.ts';

type MoveRequest = {
  readonly resource: Broadcast;
  readonly now: Date;
  readonly requestId: string;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/** The stores for state transitions that emit no event. */
export type QuietMoveStores = { readonly broadcasts: Pick<BroadcastStore, 'find' | 'save'> };

/** The stores for state transitions that can emit an event. */
export type MoveStores = QuietMoveStores & { readonly endpoints: EndpointDirectory };

/** Writes a state transition that emits no event, and returns the broadcast; without a transition nothing is written. */
export async function saveQuietMove(
  { broadcasts }: QuietMoveStores,
  { resource: before, command }: MoveRequest,
  transition: BroadcastMove | undefined,
): Promise<HandlerResponse> {
  if (transition?.emits !== undefined)
    throw new Error(`The event ${transition.emits} would be lost; use saveMove`);
  const response = broadcastResponse(200, transition?.broadcast ?? before);
  if (transition) await broadcasts.save(before, transition.broadcast, await command(response));
  return response;
}

/**
 * Writes a state transition with its event in one transaction. The event is matched with the current endpoints, and the
 * condition on the revision writes each transition once.
 */
export async function saveMove(
  { broadcasts, endpoints }: MoveStores,
  { resource: before, now, requestId, command }: MoveRequest,
  transition: BroadcastMove,
  status = 200,
): Promise<HandlerResponse> {
  const directory = transition.emits === undefined ? [] : await endpoints.readDirectory(before.workspaceId);
  const event = eventOfMove(transition, { id: newId(now), now, directory, correlationId: requestId });
  const response = broadcastResponse(status, transition.broadcast);
  await broadcasts.save(before, transition.broadcast, await command(response), event);
  return response;
}
