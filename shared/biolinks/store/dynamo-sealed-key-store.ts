import * as v from 'valibot';
import type { SealedKeyReader, SealedKeyStore } from '#shared/biolinks/ports/sealed-key-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import { accessTokenKeyKey } from './keys.ts';

const sealedKeyItem = v.object({ sealedKey: v.string() });

/** The reads of `createDynamoAccessTokenKeyStore`, for operations that may not write. */
export function createDynamoAccessTokenKeyReader(table: Table): SealedKeyReader {
  return readerOf(table, accessTokenKeyKey());
}

/** The encrypted key of page access tokens in the core table; deleting the item invalidates every token. */
export function createDynamoAccessTokenKeyStore(table: WritableTable): SealedKeyStore {
  return createDynamoSealedKeyStore(table, accessTokenKeyKey());
}

function readerOf(table: Table, key: Key): SealedKeyReader {
  return {
    async find() {
      const item = await table.get(key);
      return item && parseItem(sealedKeyItem, item).sealedKey;
    },
  };
}

/** The encrypted key at a place of the core table. */
export function createDynamoSealedKeyStore(table: WritableTable, key: Key): SealedKeyStore {
  const { find } = readerOf(table, key);
  return {
    find,

    async createIfAbsent(sealed) {
      const { written } = await tryWrite(table, putItem({ ...key, sealedKey: sealed }, isNew));
      // If two first visitors race, both use the key that was stored first.
      const kept = written ? sealed : await find();
      if (kept === undefined) throw new ConcurrentUpdateError();
      return kept;
    },
  };
}
