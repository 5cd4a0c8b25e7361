import type { RecordType } from '#shared/events/catalogue/record-type.ts';
import type { EventNews } from '#shared/events/records/event-news.ts';
import type { ExternalRecord } from '#shared/events/records/external-record.ts';

/** A page of records, in the order in which the platform learned of them. */
export type ExternalRecordRange = {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** The position where the previous page ended. */
  readonly after?: string | undefined;
};

export type ExternalRecordPage = {
  readonly records: readonly ExternalRecord[];
  /** The position to continue from; undefined at the end. A page can be short before the end. */
  readonly readTo: string | undefined;
};

/** Reads records that other systems manage. */
export type ExternalRecordReader = {
  /** The record with this id in the workspace; strongly consistent. */
  find(workspaceId: string, type: RecordType, id: string): Promise<ExternalRecord | undefined>;

  /** Records of one type, eventually consistent. */
  list(workspaceId: string, type: RecordType, range: ExternalRecordRange): Promise<ExternalRecordPage>;
};

/** Brings records up to date with events. */
export type ExternalRecordWriter = {
  /**
   * Applies what events say, in any order and any number of times. Contacts and broadcasts that this platform manages stay unchanged.
   * An event says nothing if its contact was erased after the event was recorded. Returns the number of written records.
   * @throws ConcurrentUpdateError if other writers were first too often; the call can be repeated
   */
  learn(events: readonly EventNews[]): Promise<number>;
};
