import type { Key } from '#shared/platform/store/keys.ts';

/** A workspace's contacts in the index by owner, sorted by the time of their last change. */
export function contactPartition(workspaceId: string): string {
  return `CT#${workspaceId}`;
}

/** A workspace's contacts with dates in the index by due time, sorted by the earliest day on which a date is reached. */
export function datedContactsPartition(workspaceId: string): string {
  return `CT#${workspaceId}`;
}

/** An import of contacts. */
export function contactImportKey(workspaceId: string, importId: string): Key {
  return { pk: `IM#${workspaceId}#${importId}`, sk: 'IM' };
}

/** Rejected lines of an import, in the order of the file: `line` is the first of them. */
export function importRejectionsKey(workspaceId: string, importId: string, line: number): Key {
  return { pk: `IM#${workspaceId}#${importId}`, sk: `R#${String(line).padStart(7, '0')}` };
}

/** The import of a workspace that is in progress, of which there is at most one. */
export function runningImportKey(workspaceId: string): Key {
  return { pk: `IM#${workspaceId}`, sk: 'RUNNING' };
}

/** The times at which a workspace created its latest imports. */
export function recentImportsKey(workspaceId: string): Key {
  return { pk: `IM#${workspaceId}`, sk: 'RECENT' };
}

/**
 * Partitions of the members of a list. A list can have a million members, and a partition of DynamoDB serves 3,000 read units and 1,000 write
 * units a second.
 */
export const LIST_BUCKETS = 16;

/** A contact in the list of an import, under one of 16 buckets. */
export function listMemberKey(importId: string, bucket: number, contactId: string): Key {
  return { pk: `LM#${importId}#${bucket}`, sk: contactId };
}

/** The open conversation of a contact on a platform, of which there is at most one. */
export function openConversationKey(workspaceId: string, contactId: string, platform: string): Key {
  return { pk: `CO#${workspaceId}#${contactId}#${platform}`, sk: 'CO' };
}

/** From a contact to one of its conversations, by the hash of the ID of the contact, which is all that an erasure knows. */
export function conversationLinkKey(workspaceId: string, contactHash: string, conversationId: string): Key {
  return { pk: `CC#${workspaceId}#${contactHash}`, sk: conversationId };
}

/** A workspace's conversations in the index by owner, sorted by the time of their last change. */
export function conversationPartition(workspaceId: string): string {
  return `CV#${workspaceId}`;
}

/** The messages of a conversation in the index by owner, sorted by the time of their creation. */
export function messagePartition(workspaceId: string, conversationId: string): string {
  return `MS#${workspaceId}#${conversationId}`;
}

/** A message that waits until an engine claims it, under its workspace and channel, sorted by the time of its creation. */
export function queuedMessageKey(workspaceId: string, platform: string, messageId: string): Key {
  return { pk: `MQ#${workspaceId}#${platform}`, sk: messageId };
}

/** The message or the early receipts of a provider's ID, by its hash: keys appear in logs, and IDs of WhatsApp contain the phone number. */
export function providerMessageKey(provider: string, hash: string): Key {
  return { pk: `MP#${provider}#${hash}`, sk: 'MP' };
}

/** A phone number of a workspace. */
export function phoneNumberKey(workspaceId: string, phoneNumberId: string): Key {
  return { pk: `PN#${workspaceId}`, sk: phoneNumberId };
}

/** The uniqueness item of a phone number within its workspace. Ids begin with a digit, so it sorts after all numbers. */
export function connectedNumberKey(workspaceId: string, platform: string, phone: string): Key {
  return { pk: `PN#${workspaceId}`, sk: `PHONE#${platform}#${phone}` };
}

/** The uniqueness item of a verified phone number, in all workspaces. */
export function verifiedNumberKey(platform: string, phone: string): Key {
  return { pk: `PU#${platform}#${phone}`, sk: 'PU' };
}

/** An address of a contact within a workspace, by a keyed hash, because keys appear in logs. Without a contact, it keeps opt-outs. */
export function contactAddressKey(workspaceId: string, hash: string): Key {
  return { pk: `CA#${workspaceId}#${hash}`, sk: 'CA' };
}

/** The secret key of the hashes of a workspace's contact addresses. */
export function contactHashKey(workspaceId: string): Key {
  return { pk: `CK#${workspaceId}`, sk: 'CK' };
}
