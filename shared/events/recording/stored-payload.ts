import * as v from 'valibot';
import { payloadExpiry, type RecordedEvent } from './recorded-event.ts';

const payload = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** The payload of an event; null once it has expired or was erased, whether or not TTL has deleted the event. */
export function storedPayload(
  { body, recordedAt }: RecordedEvent,
  now: Date,
): Record<string, unknown> | null {
  return body === '' || payloadExpiry(recordedAt) <= now ? null : v.parse(payload, body);
}
