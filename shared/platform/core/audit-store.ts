import type { AuditedResource, AuditEntry } from './audit-entry.ts';

/** A page of the audit log; absent fields match every entry. */
export type AuditFilter = {
  /** Both bounds are inclusive and required, because the log is partitioned by month. */
  readonly since: Date;
  readonly until: Date;
  readonly operation?: string | undefined;
  readonly resource?: AuditedResource | undefined;
  readonly resourceId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly memberId?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: string | undefined;
};

/** The reads of `AuditStore`, for operations that may not write. */
export type AuditReader = {
  /**
   * Entries that match the filter, and the cursor of the next page if there may be one. Reads are bounded, so a page can have
   * fewer entries than `limit`, or none, and still have a next page.
   */
  list(
    workspaceId: string,
    filter: AuditFilter,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | undefined }>;
};

/** The audit log of workspaces. Entries are readable for 90 days and never changed. */
export type AuditStore = AuditReader & {
  /** Adds entries; an existing entry stays as it is. */
  add(entries: readonly AuditEntry[]): Promise<void>;
};
