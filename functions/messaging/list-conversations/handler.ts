import { listRecords, type ListsRecords } from '#shared/events/use-cases/read-records.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Lists the last known state of conversations. */
export function createHandler(ports: ListsRecords): OperationHandler<typeof operation> {
  return listRecords('conversation', ports);
}
