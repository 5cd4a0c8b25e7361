import type { Erasure } from '#shared/events/recording/erasure.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { ErasureStore } from '#shared/privacy/ports/erasure-store.ts';
import { shardOfDelivery } from '#shared/webhooks/domain/delivery-shards.ts';

/** Resends of one delivery redacted concurrently; a delivery can have thousands. */
const RESENDS_AT_ONCE = 25;

/** An item that the schema rejects. */
export const UNREADABLE = {
  code: 'REDACTED_ITEM_UNREADABLE',
  message: 'Item cannot be parsed and is skipped',
};

/** Redacts one event for an erasure. */
export type RedactEvent = (erasure: Erasure, eventId: string) => Promise<void>;

/**
 * Redacts an event, its deliveries and their resends. Idempotent. An item that cannot be parsed is logged and skipped, so that it
 * does not block other erasures.
 */
export function createRedactEvent(
  erasures: Pick<ErasureStore, 'redactEvent' | 'redactDelivery'>,
  log: Log,
): RedactEvent {
  // The body is removed first: from then on no new delivery can send it, even if this run fails.
  return async (erasure, eventId) => {
    const event = await skipMalformed(erasure, () => erasures.redactEvent(erasure, eventId));
    if (!event) return;
    await Promise.all(
      event.matches.map(async ({ endpointId, shards }) => {
        const first = deliveryIdFor(event, endpointId);
        const shard = shardOfDelivery(first, shards);
        const redact = (id: string) =>
          skipMalformed(erasure, () => erasures.redactDelivery(erasure, { endpointId, shard, id }));
        const resends = (await redact(first)) ?? [];
        for (let at = 0; at < resends.length; at += RESENDS_AT_ONCE)
          await Promise.all(resends.slice(at, at + RESENDS_AT_ONCE).map((id) => redact(id)));
      }),
    );
  };

  async function skipMalformed<T>(erasure: Erasure, redact: () => Promise<T>): Promise<T | undefined> {
    try {
      return await redact();
    } catch (error) {
      if (!(error instanceof MalformedItemError)) throw error;
      log.error(UNREADABLE, { erasure_id: erasure.id, ...describeError(error) });
      return undefined;
    }
  }
}
