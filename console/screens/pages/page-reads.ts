import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, revisionOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Page = components['schemas']['Page'];
export type Block = components['schemas']['Block'];
export type Analytics = components['schemas']['PageAnalytics'];
export type Group = Analytics['group'];
export type PageQuery = NonNullable<operations['listPages']['parameters']['query']>;

/** A page with the revision that an edit of it is based on. */
export type RevisedPage = { readonly page: Page; readonly etag: string };

export const PAGES = '/api/v1/biolinks/pages';
const PAGE = '/api/v1/biolinks/pages/{page}';

/** Reads a page with its revision, and keeps it current. */
export function usePage(page: string, refetchMs: number): Loaded<RevisedPage> {
  const { api } = useSigned().session;
  return useQuery(
    ['page', page],
    async () => {
      const { data, etag } = await revisionOf(api.GET(PAGE, { params: { path: { page } } }));
      return { page: data, etag };
    },
    () => refetchMs,
  );
}

/** Reads the blocks of a page. */
export function useBlocks(page: string): Loaded<readonly Block[]> {
  const { api } = useSigned().session;
  return useQuery(
    ['page-blocks', page],
    async () => (await bodyOf(api.GET(`${PAGE}/blocks`, { params: { path: { page } } }))).data,
  );
}

/** Reads the analytics of a page from a day until today, and keeps them current. */
export function useAnalytics(page: string, group: Group, from: string, refetchMs: number): Loaded<Analytics> {
  const { api } = useSigned().session;
  const params = { path: { page }, query: { group, from } };
  return useQuery(
    ['page-analytics', page, group, from],
    async () => (await bodyOf(api.GET(`${PAGE}/analytics`, { params }))).data,
    () => refetchMs,
  );
}

/** The path of the API for a page. */
export function pagePath(page: string): string {
  return `${PAGES}/${encodeURIComponent(page)}`;
}
