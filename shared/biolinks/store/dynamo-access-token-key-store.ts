import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AccessTokenKeyStore } from '#shared/biolinks/ports/visit-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { accessTokenKeyKey } from './page-keys.ts';

const accessTokenKeyItem = v.object({ sealed_key: v.string() });

/** The sealed key of visitors' passes in the core table; deleting the item ends every pass that was given. */
export function createDynamoAccessTokenKeyStore(table: Table): AccessTokenKeyStore {
  async function find(): Promise<string | undefined> {
    const item = await table.get(accessTokenKeyKey());
    return item && parseItem(accessTokenKeyItem, item).sealed_key;
  }

  return {
    find,

    async keep(sealed) {
      const taken = new ConcurrentUpdateError();
      try {
        const item = { ...accessTokenKeyKey(), sealed_key: sealed };
        const condition = { when: 'attribute_not_exists(pk)', onFailure: () => taken };
        await commit(table.client, [{ kind: 'put', table: table.name, item, condition }], randomUUID());
        return sealed;
      } catch (error) {
        // Of two first visitors, both use the key that was faster.
        const kept = error === taken ? await find() : undefined;
        if (kept === undefined) throw error;
        return kept;
      }
    },
  };
}
