import { shardOfId, timeOfId } from '#shared/platform/runtime/ids.ts';

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

/** The claim of an e-mail address within a workspace, by the hash of the address: keys of items appear in logs. */
export function emailKey(workspaceId: string, hash: string): Key {
  return { pk: `W#${workspaceId}`, sk: `MAIL#${hash}` };
}

/** The pointer from a key's id to the key's own item. */
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

/** A delivery's place in the index of open ones: by endpoint, then by what it waits for. */
export function openKey(endpointId: string, waitsAs: string, deliveryId: string): Key {
  return { pk: `E#${endpointId}`, sk: `${waitsAs}#${deliveryId}` };
}

/** The partition, in the index of due deliveries, of one minute and shard. */
export function duePartition(at: Date, shard: number): string {
  return `D#${minuteOf(at)}#${shard}`;
}

/** How far a walk of the sweep has come; in the delivery table. */
export function sweepKey(walk: string): Key {
  return { pk: 'SWEEP', sk: walk };
}

/** A broadcast. */
export function broadcastKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'BC' };
}

/** A workspace's broadcasts of a state in the index by owner; they sort by the time of their ids. */
export function broadcastOwner(workspaceId: string, state: string): string {
  return `W#${workspaceId}#BC#${state}`;
}

/** The partition of things that are due, one of eight, in the index by due time. */
export function duePlanPartition(shard: number): string {
  return `DUE#${shard}`;
}

/** The audit log of a workspace in a month; its entries sort by time. */
export function auditKey(workspaceId: string, at: Date, entryId: string): Key {
  return { pk: `AU#${workspaceId}#${at.toISOString().slice(0, 'yyyy-mm'.length)}`, sk: entryId };
}

/** A request to blank what is stored about a contact (R22). */
export function erasureKey(workspaceId: string, erasureId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `ER#${erasureId}` };
}

/** Requests to forget a contact that are due, in the index by owner; they sort by the time of their next look. */
export function dueErasures(): string {
  return 'ERASURES';
}

/** The last walk over events that requests to forget a contact began; in the delivery table. */
export function erasureWalkKey(): Key {
  return { pk: 'ERASURES', sk: 'WALK' };
}

/** A workspace's blanked events about a contact in the index by owner, by the hash of the contact's id; they sort by time. */
export function blankedOwner(workspaceId: string, contactHash: string): string {
  return `W#${workspaceId}#C#${contactHash}`;
}

/** The hash in a partition of blanked events. */
export function contactOfBlanked(owner: string): string | undefined {
  return /#C#([^#]+)$/u.exec(owner)?.[1];
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
