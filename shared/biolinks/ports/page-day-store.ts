import type { DayRange } from '#shared/biolinks/domain/page-analytics.ts';
import type { PageDay } from '#shared/biolinks/domain/page-day.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageGuard } from '#shared/biolinks/ports/page-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** The reads of `PageDayStore`, for operations that may not write. */
export type PageDayReader = {
  /** The stored days of a range, in order. Eventually consistent: a view that was just counted can be missing. */
  list(pageId: string, range: DayRange): Promise<readonly PageDay[]>;
};

/** The counts of pages, one item per page and day. */
export type PageDayStore = PageDayReader & {
  /**
   * Deletes all counts of a page that satisfies `guard`. Visits from before this change that are counted later on one of the `openDays` are ignored.
   * Repeatable, because a failure can leave counts of other days.
   * @throws PlatformError `page_not_found` · ConcurrentUpdateError
   */
  reset(
    page: Pick<Page, 'id' | 'workspaceId'>,
    openDays: readonly string[],
    context: CommandContext,
    guard?: PageGuard,
  ): Promise<void>;

  /** Deletes all counts of a page that was deleted. */
  removeAll(pageId: string): Promise<void>;
};

/** A stored day, and what `save` compares. */
export type StoredDay = {
  /** Undefined if the day has no counts yet. */
  readonly day: PageDay | undefined;
  /** Null if the day has no counts yet. */
  readonly version: string | null;
};

/** The result of `save`. `changed`: another run has counted visits of this day, or the counts were reset. */
export type SaveResult = 'saved' | 'changed' | 'page-missing';

/** How the counts of pages are written. Together, the three methods count each message once. */
export type VisitCounts = {
  /** Strongly consistent. */
  read(pageId: string, day: string): Promise<StoredDay>;

  /**
   * Which of these digests belong to messages that were counted for the page in the last hour. Call it after `read`: a run that counts
   * one of the messages in between changes the version.
   */
  findCounted(pageId: string, digests: readonly string[], now: Date): Promise<ReadonlySet<string>>;

  /** Stores the counts with the digests of the messages that they contain, in one transaction. */
  save(version: string | null, after: PageDay, messages: readonly string[], now: Date): Promise<SaveResult>;
};
