import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import { fromEventItem } from './event-items.ts';

/** The event that a record of the core table's stream inserted. @throws MalformedItemError for anything else */
export function readEventRecord(record: DynamoDBRecord): RecordedEvent {
  // aws-lambda and the SDK describe the same attribute values by two types.
  const image = (record.dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>;
  return fromEventItem(unmarshall(image));
}
