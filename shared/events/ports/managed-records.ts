import type { ManagedType } from '#shared/events/catalogue/record-type.ts';

/** Which records this platform manages. */
export type ManagedRecords = {
  /**
   * Whether the workspace has a record with this id. Every stored record is found. A record that was deleted within the last seconds can
   * still be found.
   */
  has(workspaceId: string, type: ManagedType, id: string, now: Date): Promise<boolean>;
};
