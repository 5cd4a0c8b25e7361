import type { AuditedResource, AuditEntry } from '#shared/domain/audit/audit-entry.ts';

export type AuditFilter = {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly operation?: string | undefined;
  readonly resource?: AuditedResource | undefined;
  readonly resourceId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly memberId?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: string | undefined;
};

/** The audit log of workspaces: entries are added, read for 90 days, never changed. */
export interface AuditStore {
  /** Adds entries; one that is there already stays as it is. */
  add(entries: readonly AuditEntry[]): Promise<void>;

  /** Entries of a workspace that the filter lets through, and where the next page begins, if there may be one. */
  list(
    workspaceId: string,
    filter: AuditFilter,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | undefined }>;
}
