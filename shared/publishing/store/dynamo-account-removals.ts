import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { AccountRemovals } from '#shared/publishing/ports/account-removals.ts';
import { fromAccountRemovalItem, toAccountRemovalItem } from './account-removal-items.ts';
import { accountRemovalKey } from './publishing-keys.ts';

/** Removals of accounts in the core table, beside the accounts that are left. */
export function createDynamoAccountRemovals(table: Table): AccountRemovals {
  return {
    async find(workspaceId, uuid) {
      const item = await table.get(accountRemovalKey(workspaceId, uuid));
      return item && fromAccountRemovalItem(item);
    },

    async advance(before, after, change) {
      const item = toAccountRemovalItem(after, change);
      const write = {
        kind: 'put',
        item,
        names: { '#seq': 'seq' },
        values: { ':seq': before.dueSeq },
      } as const;
      return (await conditionalWrite(table, write, '#seq = :seq', change.nonce)).written;
    },
  };
}
