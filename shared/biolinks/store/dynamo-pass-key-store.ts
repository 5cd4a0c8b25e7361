import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { PassKeyStore } from '#shared/biolinks/ports/visit-store.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { passKeyKey } from './page-keys.ts';
import type { Table } from '#shared/platform/store/table.ts';

const passKeyItem = v.object({ sealed_key: v.string() });

/** The sealed key of visitors' passes in the core table; deleting the item ends every pass that was given. */
export function createDynamoPassKeyStore(table: Table): PassKeyStore {
  async function find(): Promise<string | undefined> {
    const item = await table.get(passKeyKey());
    return item && parseItem(passKeyItem, item).sealed_key;
  }

  return {
    find,

    async keep(sealed) {
      const taken = new ConcurrentUpdateError();
      try {
        const item = { ...passKeyKey(), sealed_key: sealed };
        const condition = { when: 'attribute_not_exists(pk)', refuse: () => taken };
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
