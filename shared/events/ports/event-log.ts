import type { LogEntry, LogItem } from '#shared/events/recording/log-entry.ts';

/** The reads of `EventLog`, for operations that may not write. */
export type EventLogReader = {
  /**
   * Items of a workspace's log, newest first, at most `limit`. `below` is a sequence number: only items before it are read. Strongly
   * consistent: of two items, the earlier one is never missing.
   */
  read(workspaceId: string, below: number | undefined, limit: number): Promise<readonly LogItem[]>;

  /**
   * Items of a workspace's log from a sequence number on, oldest first, at most `limit`. Strongly consistent. An item is written only after
   * the one before it, so no later item is returned without the earlier ones, apart from items that have expired.
   */
  readFrom(workspaceId: string, sequence: number, limit: number): Promise<readonly LogItem[]>;
};

/**
 * The log of a workspace's events: a sequence of items without gaps. An event is listed at least once, because a repeated stream batch is
 * listed again; readers show the first listing only.
 */
export type EventLog = EventLogReader & {
  /** Adds the entries after all items that exist. @throws LogContentionError if too many other writers are faster */
  append(workspaceId: string, entries: readonly LogEntry[], at: Date): Promise<void>;
};

/** Other writers added items faster than this one, again and again. The caller tries again later. */
export class LogContentionError extends Error {
  override readonly name = 'LogContentionError';

  constructor(attempts: number) {
    super(`Other writers were faster ${attempts} times`);
  }
}
