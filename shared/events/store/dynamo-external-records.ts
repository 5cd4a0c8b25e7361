import type { ExternalRecordReader } from '#shared/events/ports/external-records.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { fromRecordItem, keyOfRecord } from './external-record-items.ts';
import { externalRecordPartition } from './keys.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Sort before and after every position. */
const BEGINNING = '0';
const END = '~';

/** Records that other systems manage, in the core table. */
export function createDynamoExternalRecordReader(table: Table): ExternalRecordReader {
  return {
    async find(workspaceId, type, id) {
      const item = await table.get(keyOfRecord({ workspaceId, type, id }));
      return item && fromRecordItem(item);
    },

    async list(workspaceId, type, { order, limit, after }) {
      const descending = order === 'desc';
      // Bounds are inclusive, so the last record of the previous page is read again.
      const most = limit + (after === undefined ? 1 : 2);
      const rows = await table.query({
        index: BY_OWNER,
        pk: externalRecordPartition(workspaceId, type),
        from: descending ? BEGINNING : (after ?? BEGINNING),
        to: descending ? (after ?? END) : END,
        descending,
        limit: most,
      });
      const further = rows.filter(({ ownerSk }) => ownerSk !== after);
      const page = further.slice(0, limit);
      const items = await table.getAll(page.map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) })));
      const found = new Map(items.map((item) => [item['ownerSk'], fromRecordItem(item)]));
      return {
        // An erasure can delete a record after the read of the index.
        records: page.flatMap(({ ownerSk }) => found.get(ownerSk) ?? []),
        readTo: further.length > limit ? String(page.at(-1)?.['ownerSk']) : undefined,
      };
    },
  };
}
