import type { Key } from '#shared/platform/store/keys.ts';

/** A post; what became of it on each account lies in the same partition. */
export function postKey(postId: string): Key {
  return { pk: `P#${postId}`, sk: 'P' };
}

/** The publication of a post to an account in a run; runs and accounts sort as numbers do. */
export function publicationKey(postId: string, run: number, accountId: number): Key {
  return { pk: postKey(postId).pk, sk: `PUB#${digits(run)}#${digits(accountId)}` };
}

/** A workspace's posts of a status, or its trash, in the index by owner; they sort by the time of their ids. */
export function postOwner(workspaceId: string, bucket: string): string {
  return `W#${workspaceId}#P#${bucket}`;
}

/** What posts name by integers, by kind: A for accounts, T for tags, MD for media; they sort as numbers do. */
export function numberedKey(workspaceId: string, kind: 'A' | 'T' | 'MD', id: number): Key {
  return { pk: `W#${workspaceId}#${kind}`, sk: digits(id) };
}

/** The way from a UUID, as URLs name it, to the integer. */
export function numberedPointerKey(workspaceId: string, kind: 'A' | 'T' | 'MD', uuid: string): Key {
  return { pk: `W#${workspaceId}#${kind}`, sk: `U#${uuid}` };
}

/** What is left to do about an account that was disconnected; sorts behind the accounts. */
export function accountRemovalKey(workspaceId: string, uuid: string): Key {
  return { pk: numberedKey(workspaceId, 'A', 0).pk, sk: `GONE#${uuid}` };
}

/** The last integer given to one of a kind. */
export function numberedCounterKey(workspaceId: string, kind: 'A' | 'T' | 'MD'): Key {
  return { pk: `W#${workspaceId}#${kind}`, sk: 'LAST' };
}

/** As many digits as the largest safe integer has. */
function digits(value: number): string {
  return String(value).padStart(16, '0');
}
