import type { Key } from '#shared/platform/store/keys.ts';
import { digits } from '#shared/platform/store/sequential-keys.ts';

/** A post; its publications are in the same partition. */
export function postKey(postId: string): Key {
  return { pk: `P#${postId}`, sk: 'P' };
}

/** The publication of a post to an account in a run; runs and accounts sort numerically. */
export function publicationKey(postId: string, run: number, accountId: number): Key {
  return { pk: postKey(postId).pk, sk: `PUB#${digits(run)}#${digits(accountId)}` };
}

/** A workspace's posts of a status, or its trash, in the index by owner, sorted by the time of their ids. */
export function postPartition(workspaceId: string, bucket: string): string {
  return `P#${workspaceId}#${bucket}`;
}

/** The slot of a queued post: the key has no id, so that two posts cannot have the same slot. The keys sort by time. */
export function slotKey(workspaceId: string, at: Date): Key {
  return { pk: `TIME#${workspaceId}`, sk: at.toISOString() };
}

/** The time of a post that is scheduled otherwise; it sorts after the slot of the same time. */
export function postTimeKey(workspaceId: string, at: Date, postId: string): Key {
  return { pk: slotKey(workspaceId, at).pk, sk: `${at.toISOString()}#${postId}` };
}

/** The weekly slots of the posting queue of a workspace. */
export function postingQueueKey(workspaceId: string): Key {
  return { pk: `SLOTS#${workspaceId}`, sk: 'SLOTS' };
}

/** The claim of an account on its identity at the network, in the partition of the accounts. */
export function accountIdentityKey(workspaceId: string, provider: string, digest: string): Key {
  return { pk: `A#${workspaceId}`, sk: `I#${provider}#${digest}` };
}

/** The pending work after an account was disconnected. */
export function accountRemovalKey(workspaceId: string, uuid: string): Key {
  return { pk: `GONE#${workspaceId}`, sk: uuid };
}

/** The removal of a post from the networks, which remains after the post is deleted. */
export function postRemovalKey(workspaceId: string, postId: string): Key {
  return { pk: `PR#${workspaceId}#${postId}`, sk: 'PR' };
}

/** The app of a workspace at a network. */
export function oauthAppKey(workspaceId: string, provider: string): Key {
  return { pk: `OA#${workspaceId}`, sk: provider };
}

/** A connection by OAuth that was completed; deleted after its state has expired. */
export function connectClaimKey(workspaceId: string, flowId: string): Key {
  return { pk: `OC#${workspaceId}`, sk: flowId };
}

/** The lease of a run that renews the tokens of an account. */
export function tokenLeaseKey(workspaceId: string, uuid: string): Key {
  return { pk: `OL#${workspaceId}`, sk: uuid };
}
