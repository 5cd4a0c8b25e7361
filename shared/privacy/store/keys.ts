import type { Key } from '#shared/platform/store/keys.ts';

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

/** The last pass over the log of a workspace that removes contacts; in the delivery table. */
export function logRedactionKey(workspaceId: string): Key {
  return { pk: 'ERASURES', sk: `LOG#${workspaceId}` };
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
