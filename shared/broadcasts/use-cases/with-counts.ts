import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { countersOf } from '#shared/broadcasts/domain/recipient-counts.ts';
import { isPlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';

/**
 * The broadcast with the counters of its recipients as they are now, so that the event of its end has true numbers. Before the recipients are
 * fixed, the numbers are unknown and stay null. Broadcasts that an engine sends have the reported counters.
 */
export async function withCounts(
  recipients: Pick<RecipientReader, 'readCounts'>,
  broadcast: Broadcast,
): Promise<Broadcast> {
  if (!isPlatformBroadcast(broadcast) || broadcast.state !== 'in_flight' || broadcast.recipients === null)
    return broadcast;
  return { ...broadcast, ...countersOf(await recipients.readCounts(broadcast.id)) };
}
