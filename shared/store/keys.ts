import { shardOfId, timeOfId } from '#shared/runtime/ids.ts';

/** Primary key of an item. */
export type Key = { readonly pk: string; readonly sk: string };

const DIRECTORY = 'EPS';
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** The workspace itself: name, zone. */
export function workspaceKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}`, sk: 'W' };
}

/** A member of a workspace. */
export function memberKey(workspaceId: string, memberId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `M#${memberId}` };
}

/** The pointer from a key's id, and from a workspace's list of keys, to the key's own item. */
export function keyPointerKey(workspaceId: string, keyId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `K#${keyId}` };
}

/** An API key by the SHA-256 of its text. */
export function apiKeyKey(hash: string): Key {
  return { pk: `K#${hash}`, sk: 'K' };
}

/** The directory of a workspace's endpoints: what events are matched against, and the counter of the limit. */
export function directoryKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}`, sk: DIRECTORY };
}

/** An endpoint as managed. */
export function endpointKey(endpointId: string): Key {
  return { pk: `E#${endpointId}`, sk: 'E' };
}

/** An endpoint as a send needs it. */
export function targetKey(endpointId: string): Key {
  return { pk: `E#${endpointId}`, sk: 'X' };
}

/** The minute of an instant as keys spell it; texts sort as the minutes do. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, MINUTE_LENGTH);
}

/** An event, under its minute and one of 16 shards: no workspace heats a partition, a sweep reads by minute. */
export function eventKey(eventId: string): Key {
  return { pk: eventPartition(timeOfId(eventId), shardOfId(eventId)), sk: eventId };
}

/** The partition of the events of one minute and shard. */
export function eventPartition(at: Date, shard: number): string {
  return `EV#${minuteOf(at)}#${shard}`;
}

/** The partition, in the index of due deliveries, of one minute and shard. */
export function duePartition(at: Date, shard: number): string {
  return `D#${minuteOf(at)}#${shard}`;
}

/** How far a walk of the sweep has come; in the delivery table. */
export function sweepKey(walk: string): Key {
  return { pk: 'SWEEP', sk: walk };
}

/** The claim that a `dedupe_key` makes within a workspace (H21). */
export function dedupeKey(workspaceId: string, hash: string): Key {
  return { pk: `DD#${workspaceId}#${hash}`, sk: 'DD' };
}

/** The remembered answer of a POST. */
export function answerKey(id: string): Key {
  return { pk: `ID#${id}`, sk: 'ID' };
}

/** The request to send a delivery that a person or a recovery asked for; read by the stream's consumer. */
export function requestKey(deliveryId: string): Key {
  return { pk: `RQ#${deliveryId}`, sk: 'RQ' };
}

/** The progress of a recovery of an endpoint's deliveries. */
export function recoveryKey(endpointId: string, recoveryId: string): Key {
  return { pk: `E#${endpointId}`, sk: `R#${recoveryId}` };
}

/** A delivery in the delivery table, under its endpoint, ordered by event time. */
export function deliveryKey(endpointId: string, deliveryId: string): Key {
  return { pk: `E#${endpointId}`, sk: deliveryId };
}
