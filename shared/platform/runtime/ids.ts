import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify, v7, validate, version } from 'uuid';

/**
 * A new UUIDv7 whose first 48 bits are the given time, so ids sort by time (RFC 9562, 5.7). The library's own random bytes would
 * load Web Crypto in every cold start.
 */
export function newId(at: Date): string {
  return v7({ msecs: at.getTime(), random: randomBytes(16) });
}

/** The time in the first 48 bits of a UUIDv7, or of a UUIDv8 from `derivedId`. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** When something was created, if its id is a UUIDv7; undefined for other ids, which contain no time. */
export function creationTime(id: string): Date | undefined {
  return validate(id) && version(id) === 7 ? timeOfId(id) : undefined;
}

/**
 * A UUIDv8 (RFC 9562, 5.8) of a time and the hash of a string. It is derived, so that repeating a step gives the same id, and
 * ordered by time, so that lists need no index.
 */
export function derivedId(at: Date, text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}

/** Whether an id has the form of `derivedId`. */
export function isDerived(id: string): boolean {
  return validate(id) && version(id) === 8;
}

/** The id of the delivery of an event to an endpoint; dispatching twice gives the same id. */
export function deliveryIdFor(
  event: { readonly id: string; readonly recordedAt: Date },
  endpointId: string,
): string {
  return derivedId(event.recordedAt, `${event.id}/${endpointId}`);
}

/** Number of partitions that the items of one minute are spread over. */
export const SHARDS = 16;

/** The shard of an id, from its random end: spreads the items of one minute over partitions. */
export function shardOfId(id: string): number {
  return lastByteOfId(id) % SHARDS;
}

/** The last byte of a UUID, which is random. */
export function lastByteOfId(id: string): number {
  return parse(id)[15] ?? 0;
}

/** A string that sorts after every id created before a time, and before every id created at or after it. */
export function deliveryIdFloor(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
