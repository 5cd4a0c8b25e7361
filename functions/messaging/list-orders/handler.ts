import { listRecords, type ListsRecords } from '#shared/events/http/read-records.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Lists the last known state of orders. */
export function createHandler(ports: ListsRecords): OperationHandler<typeof operation> {
  return listRecords('order', ports);
}
