import type { Table } from '#shared/platform/store/table.ts';
import type { SigningKeyReader } from '#shared/webhooks/ports/signing-key-reader.ts';
import { fromTargetItem } from './endpoint-items.ts';
import { targetKey } from './keys.ts';

/** Key pairs in the delivery targets of the core table. The tombstone of a deleted endpoint has none. */
export function createDynamoSigningKeyReader(table: Pick<Table, 'get'>): SigningKeyReader {
  return {
    async findKeys(endpointId) {
      const item = await table.get(targetKey(endpointId));
      return (item && fromTargetItem(item).signingKeys) ?? undefined;
    },
  };
}
