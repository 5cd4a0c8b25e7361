import { shardOfId, timeOfId } from '#shared/platform/runtime/ids.ts';
import { type Key, minuteOf } from '#shared/platform/store/keys.ts';

/** Digits of `Number.MAX_SAFE_INTEGER`. */
const SEQUENCE_DIGITS = 16;

/** An event, under its minute and one of 16 shards: no workspace makes a partition hot, and a sweep reads by minute. */
export function eventKey(eventId: string): Key {
  return { pk: eventPartition(timeOfId(eventId), shardOfId(eventId)), sk: eventId };
}

/** The partition of the events of one minute and shard. */
export function eventPartition(at: Date, shard: number): string {
  return `EV#${minuteOf(at)}#${shard}`;
}

// Records of other products, which an ingested event can name: an event about one of them is recognised by its key.

/** A contact. Its workspace is part of the key, because producers choose the ids of the contacts in their events. */
export function contactKey(workspaceId: string, contactId: string): Key {
  return { pk: `CT#${workspaceId}#${contactId}`, sk: 'CT' };
}

/** A conversation, under the workspace and its ID. */
export function conversationKey(workspaceId: string, conversationId: string): Key {
  return { pk: `CV#${workspaceId}#${conversationId}`, sk: 'CV' };
}

/** A message of a conversation, under the workspace and its ID. */
export function messageKey(workspaceId: string, messageId: string): Key {
  return { pk: `MS#${workspaceId}#${messageId}`, sk: 'MS' };
}

/** A broadcast. */
export function broadcastKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'BC' };
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

/** A request to redact the stored data about a contact within 24 hours. */
export function erasureKey(workspaceId: string, erasureId: string): Key {
  return { pk: `ER#${workspaceId}`, sk: `ER#${erasureId}` };
}

/** The last erasure request for a contact, into which further requests are merged for some minutes; stored as long as the request. */
export function erasureContactKey(workspaceId: string, contactHash: string): Key {
  return { pk: `ER#${workspaceId}`, sk: `C#${contactHash}` };
}

/** The uniqueness item of a `dedupe_key` within a workspace. */
export function dedupeKey(workspaceId: string, hash: string): Key {
  return { pk: `DD#${workspaceId}#${hash}`, sk: 'DD' };
}

/** An item of the log of a workspace's events; in the delivery table. The sort keys are in the order of the sequence numbers. */
export function eventLogKey(workspaceId: string, sequence: number): Key {
  return { pk: `LOG#${workspaceId}`, sk: String(sequence).padStart(SEQUENCE_DIGITS, '0') };
}

/** Open erasure requests in the index by owner, sorted by the time of their next pass. */
export function dueErasuresPartition(): string {
  return 'ERASURES';
}
