import { randomUUID } from 'node:crypto';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, isNewOrExpired, putItem } from '#shared/platform/store/write.ts';
import type { LeaseOwner, TokenLeases } from '#shared/publishing/ports/token-leases.ts';
import { tokenLeaseKey } from './keys.ts';

/** Leases in the core table. */
export function createDynamoTokenLeases(table: WritableTable): TokenLeases {
  return {
    take: (account, until, now) => put(account, until, until, isNewOrExpired(now)),

    // An expired lease can be taken like a missing one, so the function needs no permission to delete.
    async release(account, until) {
      // TTL ignores times of more than five years ago, so the item keeps the time of the lease.
      await put(account, new Date(0), until, {
        expression: 'expiresAt = :until',
        values: { ':until': until.getTime() },
      });
    },
  };

  async function put(
    { workspaceId, uuid }: LeaseOwner,
    ends: Date,
    deleted: Date,
    condition: Condition,
  ): Promise<boolean> {
    // By the nonce, a write whose response was lost recognises itself.
    const nonce = randomUUID();
    const times = { expiresAt: ends.getTime(), ttl: ttlOf(deleted) };
    const item = { ...tokenLeaseKey(workspaceId, uuid), workspaceId, ...times, lastChange: { nonce } };
    return (await tryWrite(table, putItem(item, condition), nonce)).written;
  }
}
