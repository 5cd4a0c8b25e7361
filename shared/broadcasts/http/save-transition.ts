import { toTransitionEvent } from '#shared/broadcasts/domain/broadcast-event.ts';
import type { BroadcastTransition } from '#shared/broadcasts/domain/broadcast-transition.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { HandlerResponse } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { broadcastResponse } from './broadcast-view.ts';

type TransitionRequest = {
  readonly resource: Broadcast;
  readonly now: Date;
  readonly requestId: string;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/** The stores of operations whose transitions emit no event. */
export type SilentTransitionStores = { readonly broadcasts: Pick<BroadcastStore, 'find' | 'save'> };

/** The stores of operations whose transitions can emit an event. */
export type TransitionStores = SilentTransitionStores & { readonly endpoints: EndpointDirectory };

/** Writes a transition that emits no event and returns the broadcast. Without a transition nothing is written. */
export async function saveSilentTransition(
  { broadcasts }: SilentTransitionStores,
  { resource: before, command }: TransitionRequest,
  made: BroadcastTransition | undefined,
): Promise<HandlerResponse> {
  if (made?.emits !== undefined) throw new Error(`The event ${made.emits} would be lost`);
  const response = broadcastResponse(200, made?.broadcast ?? before);
  if (made) await broadcasts.save(before, made.broadcast, await command(response));
  return response;
}

/**
 * Writes a transition and its event in one transaction. The event is matched with the endpoints of this moment, and the
 * write is conditional on the revision that the transition was made from.
 */
export async function saveTransition(
  { broadcasts, endpoints }: TransitionStores,
  { resource: before, now, requestId, command }: TransitionRequest,
  made: BroadcastTransition,
  status = 200,
): Promise<HandlerResponse> {
  const directory = made.emits === undefined ? [] : await endpoints.readDirectory(before.workspaceId);
  const event = toTransitionEvent(made, { id: newId(now), now, directory, correlationId: requestId });
  const response = broadcastResponse(status, made.broadcast);
  await broadcasts.save(before, made.broadcast, await command(response), event);
  return response;
}
