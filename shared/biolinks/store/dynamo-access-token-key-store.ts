import * as v from 'valibot';
import type {
  AccessTokenKeyReader,
  AccessTokenKeyStore,
} from '#shared/biolinks/ports/access-token-key-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import { accessTokenKeyKey } from './page-keys.ts';

const accessTokenKeyItem = v.object({ sealedKey: v.string() });

/** The reads of `createDynamoAccessTokenKeyStore`, for operations that may not write. */
export function createDynamoAccessTokenKeyReader(table: Table): AccessTokenKeyReader {
  return {
    async find() {
      const item = await table.get(accessTokenKeyKey());
      return item && parseItem(accessTokenKeyItem, item).sealedKey;
    },
  };
}

/** The encrypted key of page access tokens in the core table; deleting the item invalidates every token. */
export function createDynamoAccessTokenKeyStore(table: WritableTable): AccessTokenKeyStore {
  const { find } = createDynamoAccessTokenKeyReader(table);

  return {
    find,

    async createIfAbsent(sealed) {
      const item = { ...accessTokenKeyKey(), sealedKey: sealed };
      const { written } = await tryWrite(table, putItem(item, isNew));
      // If two first visitors race, both use the key that was stored first.
      const kept = written ? sealed : await find();
      if (kept === undefined) throw new ConcurrentUpdateError();
      return kept;
    },
  };
}
