import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';

/** Resends of one delivery redacted at once: a delivery can have thousands. */
const RESENDS_AT_ONCE = 25;

const UNREADABLE = { code: 'REDACTED_ITEM_UNREADABLE', message: 'Item cannot be parsed and is skipped' };

export type RedactEvent = (erasure: Erasure, eventId: string) => Promise<void>;

/**
 * Blanks an event and its deliveries, resends too; twice is as once. What cannot be read is logged and passed over: for want of it
 * nobody else is to wait.
 */
export function createRedactEvent(
  erasures: Pick<ErasureStore, 'redactEvent' | 'redactDelivery'>,
  log: Log,
): RedactEvent {
  /** The body first: from then on nothing more comes of the event, whatever becomes of this run. */
  return async (erasure, eventId) => {
    const event = await skip(erasure, () => erasures.redactEvent(erasure, eventId));
    if (!event) return;
    await Promise.all(
      event.matches.map(async ({ endpointId }) => {
        const blank = (id: string) => skip(erasure, () => erasures.redactDelivery(erasure, endpointId, id));
        const resends = (await blank(deliveryIdFor(event, endpointId))) ?? [];
        for (let at = 0; at < resends.length; at += RESENDS_AT_ONCE)
          await Promise.all(resends.slice(at, at + RESENDS_AT_ONCE).map((id) => blank(id)));
      }),
    );
  };

  async function skip<T>(erasure: Erasure, blank: () => Promise<T>): Promise<T | undefined> {
    try {
      return await blank();
    } catch (error) {
      if (!(error instanceof MalformedItemError)) throw error;
      log.error(UNREADABLE, { erasure_id: erasure.id, ...describeError(error) });
      return undefined;
    }
  }
}
