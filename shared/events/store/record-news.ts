import type { DynamoDBRecord } from 'aws-lambda';
import { type EventNews, newsOf } from '#shared/events/records/event-news.ts';
import { PROJECTION_FILTER } from '#shared/platform/core/stream-filters.ts';
import { unmarshall } from '#shared/platform/store/attribute-values.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { fromEventItem } from './event-items.ts';

/**
 * What an ingested event says about records, from the stream record of its insertion; null for all other changes, such as the redaction
 * of an event. @throws MalformedItemError
 */
export function readRecordNews({ eventName, dynamodb }: DynamoDBRecord): EventNews | null {
  const item = eventName === 'INSERT' ? unmarshallImage(dynamodb?.NewImage ?? {}) : {};
  return item[PROJECTION_FILTER.ingestedAttribute] === true ? newsOf(fromEventItem(item)) : null;
}

/** `aws-lambda` and the SDK declare the same attribute values with two types; a copy satisfies both. */
function unmarshallImage(image: object): Item {
  return unmarshall({ ...image });
}
