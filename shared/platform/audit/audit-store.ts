import type { AuditedResource, AuditEntry } from './audit-entry.ts';

export type AuditFilter = {
  /** Both bounds are inclusive. The log is kept by months, so a list has to say between which instants it looks. */
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

/** The audit log of workspaces: entries are added, read for 90 days, never changed. */
export interface AuditStore {
  /** Adds entries; one that is there already stays as it is. */
  add(entries: readonly AuditEntry[]): Promise<void>;

  /**
   * Entries of a workspace that the filter lets through, and after which entry the next page begins, if there may be one.
   * A page can hold fewer entries than asked for, or none, and still have a next one: reads are bounded.
   */
  list(
    workspaceId: string,
    filter: AuditFilter,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | undefined }>;
}
