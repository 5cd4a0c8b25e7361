import { createHash } from 'node:crypto';
import { parse, stringify, v7, validate, version } from 'uuid';

/** A new UUIDv7 whose first 48 bits are the given instant: ids sort by time (RFC 9562, 5.7). */
export function newId(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** The instant in the first 48 bits of a UUIDv7 or of one of our UUIDv8. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** The instant at which something was made, if its id is a UUIDv7; undefined of ids that tell no time. */
export function madeAt(id: string): Date | undefined {
  return validate(id) && version(id) === 7 ? timeOfId(id) : undefined;
}

/**
 * A UUIDv8 (RFC 9562, 5.8) of an instant and the hash of a text: derived, so that doing a thing twice names it the same;
 * time-ordered, so that lists need no index.
 */
export function derivedId(at: Date, text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}

/** The id of the delivery of an event to an endpoint: dispatching twice names the same delivery. */
export function deliveryIdFor(
  event: { readonly id: string; readonly recordedAt: Date },
  endpointId: string,
): string {
  return derivedId(event.recordedAt, `${event.id}/${endpointId}`);
}

/** Over how many partitions the items of one minute are spread. */
export const SHARDS = 16;

/** One of 16 shards for an id, from its random end: spreads items of one minute over partitions. */
export function shardOfId(id: string): number {
  return (parse(id)[15] ?? 0) % SHARDS;
}

/** The smallest text that sorts before every id made at or after an instant. */
export function deliveryIdFloor(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
