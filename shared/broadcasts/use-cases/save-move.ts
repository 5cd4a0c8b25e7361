import { eventOfMove } from '#shared/broadcasts/domain/broadcast-event.ts';
import type { BroadcastMove } from '#shared/broadcasts/domain/broadcast-move.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastResponse } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { HandlerResponse } from '#shared/platform/http/handler.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';

type MoveRequest = {
  readonly resource: Broadcast;
  readonly now: Date;
  readonly requestId: string;
  readonly command: (answer: HandlerResponse) => Promise<CommandContext>;
};

/** What operations need that move a broadcast and cause no event by it. */
export type QuietMoveStores = { readonly broadcasts: Pick<BroadcastStore, 'find' | 'save'> };

/** What operations need whose moves can cause an event. */
export type MoveStores = QuietMoveStores & { readonly endpoints: Pick<EndpointStore, 'readDirectory'> };

/** Writes a move that causes no event, and shows the broadcast; without a move there is nothing to write. */
export async function saveQuietMove(
  { broadcasts }: QuietMoveStores,
  { resource: before, command }: MoveRequest,
  made: BroadcastMove | undefined,
): Promise<HandlerResponse> {
  if (made?.emits !== undefined) throw new Error(`${made.emits} would get lost`);
  const answer = broadcastResponse(200, made?.broadcast ?? before);
  if (made) await broadcasts.save(before, made.broadcast, await command(answer));
  return answer;
}

/**
 * Writes a move with the event it causes, in one transaction: the matches are those of the endpoints at this moment (H1),
 * and the revision the move was made on admits it once.
 */
export async function saveMove(
  { broadcasts, endpoints }: MoveStores,
  { resource: before, now, requestId, command }: MoveRequest,
  made: BroadcastMove,
  status = 200,
): Promise<HandlerResponse> {
  const directory = made.emits === undefined ? [] : await endpoints.readDirectory(before.workspaceId);
  const event = eventOfMove(made, { id: newId(now), now, directory, correlationId: requestId });
  const answer = broadcastResponse(status, made.broadcast);
  await broadcasts.save(before, made.broadcast, await command(answer), event);
  return answer;
}
