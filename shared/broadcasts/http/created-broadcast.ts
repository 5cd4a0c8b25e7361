import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { BROADCASTS_PATH } from './broadcast-access.ts';
import { broadcastResponse } from './broadcast-view.ts';

/** The response of an operation that creates a broadcast, with its URL. */
export function createdBroadcast(broadcast: Broadcast, baseUrl: string) {
  const { headers, ...response } = broadcastResponse(201, broadcast);
  return { ...response, headers: { Location: `${baseUrl}${BROADCASTS_PATH}/${broadcast.id}`, ...headers } };
}
