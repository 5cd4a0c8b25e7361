import { randomUUID } from 'node:crypto';
import { UNLOCK_ATTEMPTS, unlockWindow } from '#shared/biolinks/domain/unlock-window.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/visit-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { unlockAttemptsKey } from './page-keys.ts';

/** Tries at passwords in the core table: one conditional write counts and refuses, so that no race lets one more through. */
export function createDynamoUnlockAttempts(table: Table): UnlockAttempts {
  return {
    async count(pageId, client, now) {
      const { number, endsAt } = unlockWindow(now);
      const full = new PlatformError('rate_limited', 'Every try of this window was used.');
      try {
        await commit(
          table.client,
          [
            {
              kind: 'update',
              table: table.name,
              key: unlockAttemptsKey(pageId, client, number),
              set: 'SET tries = if_not_exists(tries, :none) + :one, #ttl = :ttl',
              names: { '#ttl': 'ttl' },
              values: { ':none': 0, ':one': 1, ':limit': UNLOCK_ATTEMPTS, ':ttl': ttlOf(endsAt) },
              condition: { when: 'attribute_not_exists(tries) OR tries < :limit', onFailure: () => full },
            },
          ],
          randomUUID(),
        );
        return true;
      } catch (error) {
        if (error === full) return false;
        throw error;
      }
    },

    async giveBack(pageId, client, now) {
      const nothing = new PlatformError('rate_limited', 'No try of this window was counted.');
      try {
        await commit(
          table.client,
          [
            {
              kind: 'update',
              table: table.name,
              key: unlockAttemptsKey(pageId, client, unlockWindow(now).number),
              set: 'SET tries = tries - :one',
              values: { ':one': 1, ':none': 0 },
              condition: { when: 'tries > :none', onFailure: () => nothing },
            },
          ],
          randomUUID(),
        );
      } catch (error) {
        // The window is over and its counter has expired: then nothing is left to give back.
        if (error !== nothing) throw error;
      }
    },
  };
}
