import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, dataOf, revisionOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Page = components['schemas']['Page'];
export type Block = components['schemas']['Block'];
export type Theme = components['schemas']['Theme'];
export type Font = components['schemas']['Font'];
export type Domain = components['schemas']['Domain'];
export type Pixel = components['schemas']['Pixel'];
export type Analytics = components['schemas']['PageAnalytics'];
export type Group = Analytics['group'];
export type PageQuery = NonNullable<operations['listPages']['parameters']['query']>;

/** A page with the revision that an edit of it is based on. */
export type RevisedPage = { readonly page: Page; readonly etag: string };

/** The blocks of a page with their common revision. */
export type RevisedBlocks = { readonly blocks: readonly Block[]; readonly etag: string };

export const PAGES = '/api/v1/biolinks/pages';
export const DOMAINS = '/api/v1/biolinks/domains';
export const PIXELS = '/api/v1/biolinks/pixels';
const PAGE = '/api/v1/biolinks/pages/{page}';
/** The most rows that one request returns. */
const MOST = 100;

/** The key of the newest pages among the queries. */
export const NEWEST_PAGES_KEY = ['newest-pages'] as const;

/** Reads the newest pages of the workspace. */
export async function readNewestPages({ api }: Session): Promise<readonly Page[]> {
  return dataOf(api.GET(PAGES, { params: { query: { limit: MOST } } }));
}

/** The key of a page among the queries. */
export function pageKey(page: string): readonly string[] {
  return ['page', page];
}

/** The key of the blocks of a page among the queries. */
export function blocksKey(page: string): readonly string[] {
  return ['page-blocks', page];
}

export async function readPage({ api }: Session, page: string): Promise<RevisedPage> {
  const { data, etag } = await revisionOf(api.GET(PAGE, { params: { path: { page } } }));
  return { page: data, etag };
}

export async function readBlocks({ api }: Pick<Session, 'api'>, page: string): Promise<RevisedBlocks> {
  const { data, etag } = await revisionOf(api.GET(`${PAGE}/blocks`, { params: { path: { page } } }));
  return { blocks: data, etag };
}

/** Reads a page with its revision, and keeps it current. */
export function usePage(page: string, refetchMs: number): Loaded<RevisedPage> {
  const { session } = useSigned();
  return useQuery(pageKey(page), () => readPage(session, page), refetchMs);
}

/** Reads the blocks of a page, and keeps them current. */
export function useBlocks(page: string, refetchMs: number | false = false): Loaded<RevisedBlocks> {
  const { session } = useSigned();
  return useQuery(blocksKey(page), () => readBlocks(session, page), refetchMs);
}

/** Reads the themes and fonts of pages. */
export function useThemes(): Loaded<{ readonly themes: readonly Theme[]; readonly fonts: readonly Font[] }> {
  const { api } = useSigned().session;
  return useQuery(['page-themes'], async () => {
    const { data: themes, fonts } = await bodyOf(api.GET('/api/v1/biolinks/themes'));
    return { themes, fonts };
  });
}

/** Reads the domains of the workspace; none if the key may not read them. */
export function useDomains(): Loaded<readonly Domain[]> {
  const { session } = useSigned();
  return useQuery(['page-domains'], async () => {
    if (!may(session, 'biolinks:domains:read')) return [];
    return dataOf(session.api.GET(DOMAINS, { params: { query: { limit: MOST } } }));
  });
}

/** Reads the pixels of the workspace; none if the key may not read them. */
export function usePixels(): Loaded<readonly Pixel[]> {
  const { session } = useSigned();
  return useQuery(['page-pixels'], async () => {
    if (!may(session, 'biolinks:pixels:read')) return [];
    return dataOf(session.api.GET(PIXELS, { params: { query: { limit: MOST } } }));
  });
}

/** Reads the analytics of a page from a day until today, and keeps them current. */
export function useAnalytics(page: string, group: Group, from: string, refetchMs: number): Loaded<Analytics> {
  const { api } = useSigned().session;
  const params = { path: { page }, query: { group, from } };
  return useQuery(
    ['page-analytics', page, group, from],
    () => dataOf(api.GET(`${PAGE}/analytics`, { params })),
    refetchMs,
  );
}

/** The path of the API for a page. */
export function pagePath(page: string): string {
  return `${PAGES}/${encodeURIComponent(page)}`;
}
