import type { QuotaKind } from '#shared/platform/core/workspace-quotas.ts';
import { shardOfId, timeOfId } from '#shared/platform/runtime/ids.ts';

/** Primary key of an item. */
export type Key = { readonly pk: string; readonly sk: string };

const DIRECTORY = 'EPS';
/**
 * Copies of the endpoint directory of a workspace. Each event reads one of them, chosen at random. A partition serves 3,000 read
 * units a second, and a read of the largest directory costs two: eight copies serve 12,000 events a second.
 */
export const DIRECTORY_COPIES = 8;

/** Digits of `Number.MAX_SAFE_INTEGER`. */
const SEQUENCE_DIGITS = 16;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** The workspace itself: name, time zone. */
export function workspaceKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}`, sk: 'W' };
}

/** A member of a workspace; the sort keys are in the order of creation. */
export function memberKey(workspaceId: string, memberId: string): Key {
  return { pk: `M#${workspaceId}`, sk: `M#${memberId}` };
}

/** The uniqueness item of an e-mail address within a workspace, by the hash of the address, because keys appear in logs. */
export function emailKey(workspaceId: string, hash: string): Key {
  return { pk: `MAIL#${workspaceId}#${hash}`, sk: 'MAIL' };
}

/** The pointer from the id of an API key to the item of the key. */
export function keyPointerKey(workspaceId: string, keyId: string): Key {
  return { pk: `KP#${workspaceId}`, sk: `K#${keyId}` };
}

/** An API key by its SHA-256. */
export function apiKeyKey(hash: string): Key {
  return { pk: `K#${hash}`, sk: 'K' };
}

/** A copy of the directory of a workspace's endpoints: events are matched against it, and its size enforces the endpoint limit. */
export function directoryKey(workspaceId: string, copy: number): Key {
  return { pk: `DIR#${workspaceId}#${copy}`, sk: DIRECTORY };
}

/** The keys of all copies of a workspace's endpoint directory. */
export function directoryKeys(workspaceId: string): Key[] {
  return Array.from({ length: DIRECTORY_COPIES }, (_, copy) => directoryKey(workspaceId, copy));
}

/** An endpoint as managed through the API. */
export function endpointKey(endpointId: string): Key {
  return { pk: `E#${endpointId}`, sk: 'E' };
}

/** The delivery target of an endpoint, which is read before each webhook request. */
export function targetKey(endpointId: string): Key {
  return { pk: `X#${endpointId}`, sk: 'X' };
}

/** The minute of a timestamp as used in keys; the strings sort in order of time. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, MINUTE_LENGTH);
}

/** An event, under its minute and one of 16 shards: no workspace makes a partition hot, and a sweep reads by minute. */
export function eventKey(eventId: string): Key {
  return { pk: eventPartition(timeOfId(eventId), shardOfId(eventId)), sk: eventId };
}

/** The partition of the events of one minute and shard. */
export function eventPartition(at: Date, shard: number): string {
  return `EV#${minuteOf(at)}#${shard}`;
}

/** A pending delivery in the index of its endpoint and shard, sorted by state, with a separate value for deferred ones. */
export function openIndexKey(endpointId: string, shard: number, waitsAs: string, deliveryId: string): Key {
  return { pk: `E#${endpointId}#${shard}`, sk: `${waitsAs}#${deliveryId}` };
}

/** The partition of one minute and shard in the index of deliveries by next attempt time. */
export function dueDeliveryPartition(at: Date, shard: number): string {
  return `D#${minuteOf(at)}#${shard}`;
}

/** A cursor of the sweep; in the delivery table. */
export function sweepKey(scan: string): Key {
  return { pk: 'SWEEP', sk: scan };
}

/** A broadcast. */
export function broadcastKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'BC' };
}

/** A workspace's broadcasts of a state in the index by owner, sorted by the time of their ids. */
export function broadcastPartition(workspaceId: string, state: string): string {
  return `BC#${workspaceId}#${state}`;
}

/** A contact. Its workspace is part of the key, because producers choose the ids of the contacts in their events. */
export function contactKey(workspaceId: string, contactId: string): Key {
  return { pk: `CT#${workspaceId}#${contactId}`, sk: 'CT' };
}

/** The calendar of a workspace, which starts work at the beginning of each local day. */
export function calendarKey(workspaceId: string): Key {
  return { pk: `CAL#${workspaceId}`, sk: 'CAL' };
}

/** An address of a contact within a workspace, by a keyed hash, because keys appear in logs. Without a contact, it keeps opt-outs. */
export function contactAddressKey(workspaceId: string, hash: string): Key {
  return { pk: `CA#${workspaceId}#${hash}`, sk: 'CA' };
}

/** The secret key of the hashes of a workspace's contact addresses. */
export function contactHashKey(workspaceId: string): Key {
  return { pk: `CK#${workspaceId}`, sk: 'CK' };
}

/** The last known state of a record that another system manages; of a contact by `contactRecordKey`. */
export function externalRecordKey(workspaceId: string, type: string, id: string): Key {
  return { pk: `RC#${workspaceId}#${type}#${id}`, sk: 'RC' };
}

/** The last known state of a contact that another system manages, by the hash of its id, which is all that an erasure knows. */
export function contactRecordKey(workspaceId: string, contactHash: string): Key {
  return { pk: `RC#${workspaceId}#contact#${contactHash}`, sk: 'RC' };
}

/** The link from a contact to a record that belongs to the contact, in the partition of the contact: erasures find records by it. */
export function recordLinkKey(workspaceId: string, contactHash: string, type: string, id: string): Key {
  return { pk: `RC#${workspaceId}#contact#${contactHash}`, sk: `${type}#${id}` };
}

/** A workspace's records of one type in the index by owner, in the order in which the platform learned of them. */
export function externalRecordPartition(workspaceId: string, type: string): string {
  return `RC#${workspaceId}#${type}`;
}

/** A conversation, under the workspace and its ID. */
export function conversationKey(workspaceId: string, conversationId: string): Key {
  return { pk: `CV#${workspaceId}#${conversationId}`, sk: 'CV' };
}

/** A message of a conversation, under the workspace and its ID. */
export function messageKey(workspaceId: string, messageId: string): Key {
  return { pk: `MS#${workspaceId}#${messageId}`, sk: 'MS' };
}

/** One of the eight partitions of scheduled jobs in the index by time. */
export function scheduledJobPartition(shard: number): string {
  return `DUE#${shard}`;
}

/** The audit log of a workspace in a month; the entries sort by time. */
export function auditKey(workspaceId: string, at: Date, entryId: string): Key {
  return { pk: `AU#${workspaceId}#${at.toISOString().slice(0, 'yyyy-mm'.length)}`, sk: entryId };
}

/** A request to redact the stored data about a contact within 24 hours. */
export function erasureKey(workspaceId: string, erasureId: string): Key {
  return { pk: `ER#${workspaceId}`, sk: `ER#${erasureId}` };
}

/** The last erasure request for a contact, into which further requests are merged for some minutes; stored as long as the request. */
export function erasureContactKey(workspaceId: string, contactHash: string): Key {
  return { pk: `ER#${workspaceId}`, sk: `C#${contactHash}` };
}

/** Open erasure requests in the index by owner, sorted by the time of their next pass. */
export function dueErasuresPartition(): string {
  return 'ERASURES';
}

/** The latest erasure scan over events; in the delivery table. */
export function erasureScanKey(): Key {
  return { pk: 'ERASURES', sk: 'SCAN' };
}

/** A workspace's redacted events about a contact in the index by owner, by the hash of the contact's id, sorted by time. */
export function redactedPartition(workspaceId: string, contactHash: string): string {
  return `C#${workspaceId}#${contactHash}`;
}

/** The hash of the contact in a partition of redacted events. */
export function contactOfRedacted(owner: string): string | undefined {
  return /^C#[^#]+#([^#]+)$/u.exec(owner)?.[1];
}

/** The request to delete a workspace, with the progress of its erasure; the last of the workspace's items to be deleted. */
export function workspaceDeletionKey(workspaceId: string): Key {
  return { pk: `DEL#${workspaceId}`, sk: 'DELETION' };
}

/** An export of a workspace. */
export function exportKey(workspaceId: string, exportId: string): Key {
  return { pk: `EX#${workspaceId}`, sk: `EX#${exportId}` };
}

/** The unfinished export of a workspace, or of its contacts only; there is at most one of each. */
export function runningExportKey(workspaceId: string, scope: 'workspace' | 'contacts'): Key {
  return { pk: `EX#${workspaceId}`, sk: scope === 'workspace' ? 'RUNNING' : 'RUNNING#contacts' };
}

/** Unfinished exports in the index by owner, sorted by the time of their next turn. */
export function pendingExportsPartition(): string {
  return 'EXPORTS';
}

/** Requested deletions of workspaces in the index by owner, sorted by the time of their next step. */
export function dueDeletionsPartition(): string {
  return 'DELETIONS';
}

/** What remains of an erased workspace: the hash of its id, so that no backup brings it back. */
export function erasedWorkspaceKey(hash: string): Key {
  return { pk: `ERASED#${hash}`, sk: 'ERASED' };
}

/** The uniqueness item of a `dedupe_key` within a workspace. */
export function dedupeKey(workspaceId: string, hash: string): Key {
  return { pk: `DD#${workspaceId}#${hash}`, sk: 'DD' };
}

/** The counter of a workspace's resources of one kind, which enforces its quota. */
export function quotaKey(workspaceId: string, kind: QuotaKind): Key {
  return { pk: `Q#${workspaceId}`, sk: kind };
}

/** The counter of the requests of a key or a workspace in one minute. */
export function rateCounterKey(subject: string, minute: Date): Key {
  return { pk: `RL#${subject}`, sk: minuteOf(minute) };
}

/** The idempotency record of a POST. */
export function idempotencyKey(id: string): Key {
  return { pk: `ID#${id}`, sk: 'ID' };
}

/** A request for a delivery by a caller or a recovery; the stream consumer turns it into a message. */
export function deliveryRequestKey(deliveryId: string): Key {
  return { pk: `RQ#${deliveryId}`, sk: 'RQ' };
}

/** The progress of a recovery of an endpoint's deliveries. */
export function recoveryKey(endpointId: string, recoveryId: string): Key {
  return { pk: `R#${endpointId}`, sk: `R#${recoveryId}` };
}

/** The recovery of an endpoint's deliveries that is running. */
export function runningRecoveryKey(endpointId: string): Key {
  return { pk: `R#${endpointId}`, sk: 'RR' };
}

/** A delivery in the delivery table, under its endpoint and one of at most 16 shards, sorted by event time. */
export function deliveryKey(endpointId: string, shard: number, deliveryId: string): Key {
  return { pk: `E#${endpointId}#${shard}`, sk: deliveryId };
}

/** An item of the log of a workspace's events; in the delivery table. The sort keys are in the order of the sequence numbers. */
export function eventLogKey(workspaceId: string, sequence: number): Key {
  return { pk: `LOG#${workspaceId}`, sk: String(sequence).padStart(SEQUENCE_DIGITS, '0') };
}

/** A target of the notifications of a workspace, which has at most five. */
export function notificationTargetKey(workspaceId: string, targetId: string): Key {
  return { pk: `NT#${workspaceId}`, sk: targetId };
}

/** A requested test of a notification target; the stream consumer turns it into a message. */
export function notificationRequestKey(notificationId: string): Key {
  return { pk: `NR#${notificationId}`, sk: 'NR' };
}

/** A notification in the log of its workspace, sorted by time; in the delivery table. */
export function notificationKey(workspaceId: string, notificationId: string): Key {
  return { pk: `N#${workspaceId}`, sk: notificationId };
}

/** The limit of the notifications of a target about a condition of an endpoint: `place` names the three. In the delivery table. */
export function notificationLimitKey(workspaceId: string, place: readonly string[]): Key {
  return { pk: `NL#${workspaceId}`, sk: place.join('#') };
}

/** The planned notice that the rotation of an endpoint's secret ends, one per endpoint; in the delivery table. */
export function rotationNoticeKey(workspaceId: string, endpointId: string): Key {
  return { pk: `RN#${workspaceId}`, sk: endpointId };
}

/** Planned notices in the index by due time. */
export function dueRotationNoticesPartition(): string {
  return 'ROTATIONS';
}

/** Pending notifications in the index by due time. */
export function dueNotificationsPartition(): string {
  return 'NOTIFICATIONS';
}

/** The last pass over the log of a workspace that removes contacts; in the delivery table. */
export function logRedactionKey(workspaceId: string): Key {
  return { pk: 'ERASURES', sk: `LOG#${workspaceId}` };
}

/** A counter of the attempts of an endpoint that started in five minutes; in the delivery table. */
export function attemptCounterKey(
  workspaceId: string,
  endpointId: string,
  shard: number,
  bucket: Date,
  counter: string,
): Key {
  return { pk: `MT#${workspaceId}#${endpointId}#${shard}`, sk: `5m#${minuteOf(bucket)}#${counter}` };
}

/** The sums of an endpoint's counters for an hour or a day, as `span` says; in the delivery table. */
export function attemptSumsKey(
  workspaceId: string,
  endpointId: string,
  shard: number,
  span: '1h' | '1d',
  start: Date,
): Key {
  return { pk: `MT#${workspaceId}#${endpointId}#${shard}`, sk: `${span}#${minuteOf(start)}` };
}

/** An hour of an endpoint's counters to roll up, listed under an hour and the shard of the endpoint's id; in the delivery table. */
export function announcedHourKey(
  listedIn: Date,
  idShard: number,
  endpointId: string,
  shard: number,
  hour: Date,
): Key {
  return { pk: `MH#${minuteOf(listedIn)}#${idShard}`, sk: `${endpointId}#${shard}#${minuteOf(hour)}` };
}

/** The endpoint and the shard of a delivery's partition; undefined for another partition. */
export function deliveryPlaceOf(pk: string): { endpointId: string; shard: number } | undefined {
  const [, endpointId, shard] = /^E#([^#]+)#(\d+)$/u.exec(pk) ?? [];
  return endpointId === undefined ? undefined : { endpointId, shard: Number(shard) };
}
