import type { ManagedRecords } from '#shared/events/ports/managed-records.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { creationTime, isDerived } from '#shared/platform/runtime/ids.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { managedRecordKey } from './managed-record-key.ts';

/** Much longer than an eventually consistent read can miss a write, which is usually less than a second. */
const SETTLED_MS = HOUR_MS;

/**
 * Managed records in the core table. Their ids are UUIDs of version 7, which contain the time of their creation, or of version 8 for
 * received messages. So ids of other versions need no read, and records that are older than an hour are found by a read at half the price.
 */
export function createDynamoManagedRecords(table: Pick<Table, 'get'>): ManagedRecords {
  return {
    async has(workspaceId, type, id, now) {
      const createdAt = creationTime(id);
      if (!createdAt && !isDerived(id)) return false;
      const isSettled = createdAt !== undefined && now.getTime() - createdAt.getTime() >= SETTLED_MS;
      const key = managedRecordKey(workspaceId, type, id);
      const item = await table.get(key, isSettled ? 'eventual' : 'strong');
      return item?.['workspaceId'] === workspaceId;
    },
  };
}
