import type { _Record as StreamedRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';

/** A record with its position in the stream. */
export type PolledRecord = {
  readonly sequenceNumber: string;
  readonly writtenAt: number;
  readonly event: DynamoDBRecord;
};

/** Converts a stream record to the record that Lambda passes to a function: times in seconds, bytes in base64. */
export function toStreamRecord(record: StreamedRecord, streamArn: string): PolledRecord {
  const change = record.dynamodb;
  const sequenceNumber = change?.SequenceNumber;
  if (change === undefined || sequenceNumber === undefined)
    throw new Error('a stream record has no sequence number');
  const writtenAt = milliseconds(change.ApproximateCreationDateTime);
  const event: DynamoDBRecord = {
    eventID: record.eventID ?? sequenceNumber,
    ...(record.eventName === undefined ? {} : { eventName: record.eventName }),
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_AWS.region,
    eventSourceARN: streamArn,
    dynamodb: onTheWire(change, Math.floor(writtenAt / 1000)),
  };
  return { sequenceNumber, writtenAt, event };
}

/** The SDK returns a date; the JSON protocol contains seconds. */
function milliseconds(time: Date | number | undefined): number {
  return typeof time === 'number' ? time * 1000 : (time?.getTime() ?? 0);
}

/** Converts to JSON: the SDK's format differs from Lambda's only in the types of times and bytes. */
function onTheWire(change: NonNullable<StreamedRecord['dynamodb']>, seconds: number): StreamRecord {
  const isJson = typeof change.ApproximateCreationDateTime === 'number';
  const copied: unknown = isJson ? change : JSON.parse(JSON.stringify(change, bytesAsBase64));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields are the SDK's own
  return { ...(copied as StreamRecord), ApproximateCreationDateTime: seconds };
}

function bytesAsBase64(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
