import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, isNewOrExpired, updateItem } from '#shared/platform/store/write.ts';
import { type FeedWaits, WAITS_PER_KEY } from '#shared/webhooks/ports/feed-waits.ts';
import { feedWaitKey } from './keys.ts';

/** Places in the core table: one item each, taken by a conditional write, so that no race exceeds the limit. */
export function createDynamoFeedWaits(table: WritableTable): FeedWaits {
  return {
    async enter(keyId, now, until) {
      const update = {
        expression: 'SET expiresAt = :until, #ttl = :ttl',
        names: { '#ttl': 'ttl' },
        values: { ':until': until.getTime(), ':ttl': ttlOf(until) },
      };
      for (let place = 1; place <= WAITS_PER_KEY; place += 1) {
        const { written } = await tryWrite(
          table,
          updateItem(feedWaitKey(keyId, place), update, isNewOrExpired(now)),
        );
        if (written) return { keyId, place, until };
      }
      return undefined;
    },

    async leave({ keyId, place, until }) {
      const update = { expression: 'SET expiresAt = :zero', values: { ':zero': 0 } };
      await tryWrite(table, updateItem(feedWaitKey(keyId, place), update, isTakenUntil(until)));
    },
  };
}

function isTakenUntil(until: Date): Condition {
  return { expression: 'expiresAt = :taken', values: { ':taken': until.getTime() } };
}
