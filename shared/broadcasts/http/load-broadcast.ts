import * as eventsErrors from '#shared/events/errors.ts';
import type { PlatformError } from '#shared/platform/core/errors.ts';
import { loadBy } from '#shared/platform/http/load-resource.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import { ON_BROADCAST } from './broadcast-access.ts';

/** Finds the broadcast of the path. @throws PlatformError `broadcast_not_found` */
export const loadBroadcast = loadBy('broadcast', ON_BROADCAST.params.broadcast);

/** The same error for a broadcast that a write did not find. */
export function broadcastNotFound(): PlatformError {
  return notFound(eventsErrors.broadcast_not_found);
}
