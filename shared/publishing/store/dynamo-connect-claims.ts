import { randomUUID } from 'node:crypto';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import type { ConnectClaims } from '#shared/publishing/ports/connect-claims.ts';
import { connectClaimKey } from './publishing-keys.ts';

/** TTL deletes the item after the state has expired, so a deleted item allows no second use. */
const KEPT_MS = 60 * 60_000;

/** Completed connections in the core table. */
export function createDynamoConnectClaims(table: WritableTable): ConnectClaims {
  return {
    async claim({ id, workspaceId, expiresAt }) {
      const ttl = ttlOf(new Date(expiresAt + KEPT_MS));
      // By the nonce, a write whose response was lost recognises itself.
      const nonce = randomUUID();
      const item = { ...connectClaimKey(workspaceId, id), workspaceId, ttl, lastChange: { nonce } };
      return (await tryWrite(table, putItem(item, isNew), nonce)).written;
    },
  };
}
