import * as v from 'valibot';
import { reserve } from '#shared/broadcasts/domain/send-rate.ts';
import type { SendRates } from '#shared/broadcasts/ports/send-rates.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { instant, itemCodec, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, isNew, putItem } from '#shared/platform/store/write.ts';
import { sendRateKey } from './keys.ts';

/**
 * Attempts while other broadcasts reserve slots of the same number, and the wait in milliseconds after the last attempt. The attempts need
 * no pause: the failed write returns the current item, and one of the few writers succeeds each time.
 */
const MAX_TRIES = 4;
const LOST_MS = 250;

/** The item expires a day after the last reservation. */
const TTL_MS = DAY_MS;

const rateItem = itemCodec(v.object({ workspaceId: v.string(), nextAt: instant }));

/** Rates in the core table: one item per number, which has the time of the next free slot. */
export function createDynamoSendRates(table: WritableTable): SendRates {
  return {
    async reserve(workspaceId, subject, wish, now) {
      const key = sendRateKey(workspaceId, subject);
      let found = await table.get(key);
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const seen = found && parseItem(rateItem.schema, found).nextAt;
        const reservation = reserve(seen ?? null, wish, now);
        if (reservation.kind === 'full') return reservation;
        const { nextAt } = reservation;
        const ttl = ttlOf(new Date(nextAt.getTime() + TTL_MS));
        const item = { ...key, ...rateItem.encode({ workspaceId, nextAt }), ttl };
        const { written, item: current } = await tryWrite(table, putItem(item, unchanged(seen)));
        if (written) return reservation;
        found = current;
      }
      return { kind: 'full', until: new Date(now.getTime() + LOST_MS) };
    },
  };
}

function unchanged(nextAt: Date | undefined): Condition {
  if (!nextAt) return isNew;
  return { expression: 'nextAt = :seen', values: { ':seen': nextAt.getTime() } };
}
