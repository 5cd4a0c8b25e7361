import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/http/read-records.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Reads the last known state of an order. */
export function createHandler(ports: FindsRecords): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('order', ports);
}
