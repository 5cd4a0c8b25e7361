import type { RecordType } from '#shared/events/catalogue/record-type.ts';
import type { ExternalRecordReader } from '#shared/events/ports/external-records.ts';
import type { ExternalRecord } from '#shared/events/records/external-record.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { HandlerResponse, HttpEvent } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import { MISSING_RECORDS } from './missing-records.ts';
import type { ReadType } from './record-operations.ts';
import { recordResponse, recordView } from './record-view.ts';

/**
 * Bytes of the records of one page. A response of a Lambda function has at most 6 MB, and 100 messages in the largest size would have
 * more.
 */
const PAGE_BYTES = 4 * 1024 * 1024;

export type FindsRecords = { readonly externalRecords: Pick<ExternalRecordReader, 'find'> };
export type ListsRecords = { readonly externalRecords: Pick<ExternalRecordReader, 'list'> };

/** The response with a record, and with its revision as entity tag. */
export type RecordResponse = HandlerResponse & {
  readonly headers: { readonly ETag: string };
  /** Whether the record has changed, or can change, without its revision: 304 would hide this change. */
  readonly changesWithoutRevision?: boolean;
};

type OneRequest<T extends RecordType> = {
  readonly principal: Principal;
  readonly params: { readonly [Name in T]: string };
  readonly now: Date;
};

type ListRequest = {
  readonly principal: Principal;
  readonly query: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly order: 'asc' | 'desc';
  };
};

/**
 * The handler of an operation that reads one record. A matching `If-None-Match` returns 304.
 * @param findOwn returns the response with the record of this platform, for types of which the platform has records
 */
export function readRecord<const T extends RecordType>(
  type: T,
  { externalRecords }: FindsRecords,
  findOwn?: (workspaceId: string, id: string, now: Date) => Promise<RecordResponse | undefined>,
) {
  return {
    async load({ principal: { workspaceId }, params, now }: OneRequest<T>): Promise<RecordResponse> {
      const id = params[type];
      const own = await findOwn?.(workspaceId, id, now);
      if (own) return own;
      const record = await externalRecords.find(workspaceId, type, id);
      if (!record) throw notFound(MISSING_RECORDS[type]);
      return recordResponse(record);
    },

    async handle({
      resource,
      event,
    }: {
      resource: RecordResponse;
      event: HttpEvent;
    }): Promise<HandlerResponse> {
      const { changesWithoutRevision = false, ...response } = resource;
      const { headers } = response;
      const isKnown = !changesWithoutRevision && noneMatchHits(event.headers['if-none-match'], headers.ETag);
      return isKnown ? { status: 304, headers } : response;
    },
  };
}

/** The handler of an operation that lists records in the order in which the platform learned of them. */
export function listRecords(type: ReadType, { externalRecords }: ListsRecords) {
  return {
    async handle({ principal: { workspaceId }, query }: ListRequest): Promise<HandlerResponse> {
      const { limit, cursor, order } = query;
      const scope = { list: `${type}s`, workspace: workspaceId, filters: { order } };
      const after = decodeCursor(cursor, scope);
      const found = await externalRecords.list(workspaceId, type, { order, limit, after });
      const shown = fitting(found.records);
      const readTo = shown.length < found.records.length ? shown.at(-1)?.position : found.readTo;
      return { status: 200, body: pageTo(shown.map(recordView), readTo, scope) };
    },
  };
}

/** The first records that fit into a page, at least one. */
function fitting(records: readonly ExternalRecord[]): readonly ExternalRecord[] {
  let bytes = 0;
  const end = records.findIndex((record, index) => {
    bytes += Buffer.byteLength(JSON.stringify(recordView(record)));
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end === -1 ? records : records.slice(0, end);
}
