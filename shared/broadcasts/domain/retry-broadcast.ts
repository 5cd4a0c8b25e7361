import * as eventsErrors from '#shared/events/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { newBroadcast } from './broadcast-edit.ts';
import { BROADCAST_MACHINE, hasEnded } from './broadcast-machine.ts';
import type { Broadcast } from './broadcast.ts';
import { requirePlatformBroadcast } from './platform-broadcast.ts';
import type { PlatformBroadcast } from './recipient.ts';

/**
 * Requires that the platform sent a broadcast and that it has ended.
 * @throws PlatformError `broadcast_sent_externally` · `broadcast_state_invalid`
 */
export function requireRetryable(broadcast: Broadcast): PlatformBroadcast {
  const sent = requirePlatformBroadcast(broadcast);
  if (hasEnded(sent)) return sent;
  const { state } = sent;
  const allowed = BROADCAST_MACHINE.final;
  const detail = `The broadcast is in the state ${state}. The operation is allowed only in the states ${allowed.join(' and ')}.`;
  throw new PlatformError(eventsErrors.broadcast_state_invalid, detail, { state, allowed_states: allowed });
}

/**
 * A draft with the content of a broadcast, for its failed recipients, and with `includesUnknown` also for those whose result is unknown. The draft is
 * another broadcast, so no recipient gets one broadcast twice, and an approval is required again.
 */
export function retryOf(
  failed: PlatformBroadcast,
  { includesUnknown }: { readonly includesUnknown: boolean },
  id: string,
  now: Date,
): Broadcast {
  const { workspaceId, name, message, channel, sender, sending, requiresApproval } = failed;
  const unknown = includesUnknown ? { include_unknown: true } : {};
  const audience = JSON.stringify({ failed_of: failed.id, ...unknown });
  const fields = { name, message, channel, audience, sender, sending, requiresApproval };
  return newBroadcast({ id, workspaceId }, fields, now);
}
