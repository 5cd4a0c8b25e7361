import { listRecords, type ListsRecords } from '#shared/events/http/read-records.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Lists the last known state of automations. */
export function createHandler(ports: ListsRecords): OperationHandler<typeof operation> {
  return listRecords('automation', ports);
}
