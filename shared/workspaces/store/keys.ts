import type { Key } from '#shared/platform/store/keys.ts';

/** The request to delete a workspace, with the progress of its erasure; the last of the workspace's items to be deleted. */
export function workspaceDeletionKey(workspaceId: string): Key {
  return { pk: `DEL#${workspaceId}`, sk: 'DELETION' };
}

/** Requested deletions of workspaces in the index by owner, sorted by the time of their next step. */
export function dueDeletionsPartition(): string {
  return 'DELETIONS';
}

/** What remains of an erased workspace: the hash of its id, so that no backup brings it back. */
export function erasedWorkspaceKey(hash: string): Key {
  return { pk: `ERASED#${hash}`, sk: 'ERASED' };
}
