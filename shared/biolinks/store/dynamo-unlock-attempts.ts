import { unlockWindow } from '#shared/biolinks/domain/unlock-window.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, updateItem } from '#shared/platform/store/write.ts';
import { unlockAttemptsKey } from './keys.ts';

/** Attempts and sign-ups of visitors in the core table: one conditional write counts and limits them, so that no race exceeds the limit. */
export function createDynamoUnlockAttempts(table: WritableTable): UnlockAttempts {
  return {
    async count(counter, limit, now, length) {
      const { number, endsAt } = unlockWindow(now, length);
      const update = {
        expression: 'SET tries = if_not_exists(tries, :none) + :one, #ttl = :ttl',
        names: { '#ttl': 'ttl' },
        values: { ':none': 0, ':one': 1, ':ttl': ttlOf(endsAt) },
      };
      const write = updateItem(unlockAttemptsKey(counter, number), update, attemptsLeft(limit));
      const { written, item } = await tryWrite(table, write);
      return written ? Number(item?.['tries']) : undefined;
    },

    async uncount(counter, now) {
      const key = unlockAttemptsKey(counter, unlockWindow(now).number);
      const update = { expression: 'SET tries = tries - :one', values: { ':one': 1 } };
      // If TTL has already deleted the counter, the condition fails and there is nothing to uncount.
      await tryWrite(table, updateItem(key, update, wasCounted));
    },
  };
}

function attemptsLeft(limit: number): Condition {
  return { expression: 'attribute_not_exists(tries) OR tries < :limit', values: { ':limit': limit } };
}

const wasCounted: Condition = { expression: 'tries > :zero', values: { ':zero': 0 } };
