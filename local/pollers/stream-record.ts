import type { _Record as StreamedRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { LOCAL_AWS } from '#local/aws-identity.ts';

/** A record with its place in the stream. */
export type PumpedRecord = {
  readonly sequenceNumber: string;
  readonly writtenAt: number;
  readonly event: DynamoDBRecord;
};

/** A stream record as Lambda hands it to a function: seconds for times, base64 for bytes. */
export function toStreamRecord(record: StreamedRecord, streamArn: string): PumpedRecord {
  const change = record.dynamodb;
  const sequenceNumber = change?.SequenceNumber;
  if (change === undefined || sequenceNumber === undefined)
    throw new Error('a stream record without a number');
  const writtenAt = change.ApproximateCreationDateTime?.getTime() ?? 0;
  const event: DynamoDBRecord = {
    eventID: record.eventID ?? sequenceNumber,
    ...(record.eventName === undefined ? {} : { eventName: record.eventName }),
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_AWS.region,
    eventSourceARN: streamArn,
    dynamodb: onTheWire({ ...change, ApproximateCreationDateTime: Math.floor(writtenAt / 1000) }),
  };
  return { sequenceNumber, writtenAt, event };
}

/** As JSON carries it; the SDK's shape differs from Lambda's in the types of times and bytes only. */
function onTheWire(change: unknown): StreamRecord {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the fields are the SDK's own
  return JSON.parse(JSON.stringify(change, bytesAsBase64));
}

function bytesAsBase64(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
