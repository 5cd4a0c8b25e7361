import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import type { ConnectClaims } from '#shared/publishing/ports/connect-claims.ts';
import { connectClaimKey } from './keys.ts';

/** TTL deletes the item after the state has expired, so a deleted item allows no second use. */
const KEPT_MS = HOUR_MS;

/** Another request has claimed the flow. */
class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
}

const isUnclaimed = { ...isNew, onFailure: () => new ClaimedError() };

/** Completed connections in the core table. */
export function createDynamoConnectClaims(table: WritableTable): ConnectClaims {
  return {
    async claim({ id, workspaceId, expiresAt }, change) {
      const ttl = ttlOf(new Date(expiresAt + KEPT_MS));
      // By the nonce, a write whose response was lost recognises itself.
      const lastChange = { nonce: change.nonce };
      const item = { ...connectClaimKey(workspaceId, id), workspaceId, ttl, lastChange };
      try {
        await commit(table, { change }, [putItem(item, isUnclaimed)]);
        return true;
      } catch (error) {
        if (error instanceof ClaimedError) return false;
        throw error;
      }
    },
  };
}
