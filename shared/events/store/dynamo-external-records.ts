import type { ExternalRecordReader } from '#shared/events/ports/external-records.ts';
import { readListed } from '#shared/platform/store/listed-items.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { fromRecordItem, keyOfRecord } from './external-record-items.ts';
import { externalRecordPartition } from './keys.ts';

/** Records that other systems manage, in the core table. */
export function createDynamoExternalRecordReader(table: Table): ExternalRecordReader {
  return {
    async find(workspaceId, type, id) {
      const item = await table.get(keyOfRecord({ workspaceId, type, id }));
      return item && fromRecordItem(item);
    },

    async list(workspaceId, type, range) {
      const { items, readTo } = await readListed(table, externalRecordPartition(workspaceId, type), range);
      return { records: items.map(fromRecordItem), readTo };
    },
  };
}
