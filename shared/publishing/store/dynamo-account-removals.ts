import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, putItem } from '#shared/platform/store/write.ts';
import type { AccountRemovals } from '#shared/publishing/ports/account-removals.ts';
import { fromAccountRemovalItem, toAccountRemovalItem } from './account-removal-items.ts';
import { accountRemovalKey } from './keys.ts';

/** Removals of accounts in the core table. */
export function createDynamoAccountRemovals(table: WritableTable): AccountRemovals {
  return {
    async find(workspaceId, uuid) {
      const item = await table.get(accountRemovalKey(workspaceId, uuid));
      return item && fromAccountRemovalItem(item);
    },

    async advance(before, after, change) {
      const write = putItem(toAccountRemovalItem(after, change), stepUnchanged(before.dueSeq));
      return (await tryWrite(table, write, change.nonce)).written;
    },
  };
}

function stepUnchanged(seq: number): Condition {
  return { expression: '#seq = :before', names: { '#seq': 'dueSeq' }, values: { ':before': seq } };
}
