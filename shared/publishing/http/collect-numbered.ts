import { collectPage, type PagePosition } from './collect-page.ts';
import { LAST_NUMBERED_ITEM, type ReadPage } from './numbered-page.ts';

/** Lists items with integer ids, such as tags. Without a filter, the items up to the last numbered page are one read. */
const BATCH = { filtered: 250, all: LAST_NUMBERED_ITEM + 1 };

type NumberedList<T> = {
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<readonly T[]>;
};

/** Reads a page of accounts, tags or media files, highest id first. */
export async function collectNumbered<T extends { readonly id: number }>(
  items: NumberedList<T>,
  workspaceId: string,
  matches: ((item: T) => boolean) | undefined,
  position: PagePosition<number>,
): Promise<ReadPage<T, T['id']>> {
  return collectPage({ read: (batch) => items.list(workspaceId, batch), matches, batch: BATCH }, position);
}
