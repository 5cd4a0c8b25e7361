import { wholeNumber } from '#cli/command/parse.ts';

const MAX_PER_PAGE = 100;
const MOST = 10_000;

/** The default of `--limit`. */
const USUAL = '20';

export const LIMIT_OPTION = {
  type: 'text',
  summary: `How many to list, at most ${MOST} (${USUAL})`,
  value: 'number',
} as const;

type Page<Item> = {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};
export type Listed<Item> = { readonly data: Item[]; readonly hasMore: boolean };

/** Reads pages until there are `limit` items. */
export async function listAll<Item>(
  limit: string | undefined,
  readPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Item>>,
): Promise<Listed<Item>> {
  const wanted = wholeNumber('--limit', limit ?? USUAL, 1, MOST);
  const data: Item[] = [];
  for (let cursor: string | null = null; ;) {
    const size = Math.min(MAX_PER_PAGE, wanted - data.length);
    const page: Page<Item> = await readPage({ limit: size, ...(cursor === null ? {} : { cursor }) });
    data.push(...page.data);
    cursor = page.next_cursor;
    if (!page.has_more || cursor === null || data.length >= wanted) return { data, hasMore: page.has_more };
  }
}
