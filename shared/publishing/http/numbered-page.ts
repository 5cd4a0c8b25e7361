import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { type CursorScope, encodeCursor } from '#shared/platform/http/cursor.ts';
import { pageOf, pageParameters, wholeNumber } from '#shared/platform/http/list-query.ts';
import type { HttpEvent } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/**
 * The last item that a page number can reach. A page is read by skipping the items before it, and each of them costs a read. A
 * cursor costs none, so that it has no limit.
 */
export const LAST_NUMBERED_ITEM = 1000;

/** What to do about a page that numbers do not reach. */
export const PAGE_TOO_FAR = `Use the cursor: page × limit can be at most ${LAST_NUMBERED_ITEM}.`;

/** Query parameters of the lists that accept a page number beside the cursor, as clients of Laravel send it. */
export const numberedPageParameters = {
  ...pageParameters,
  page: v.optional(
    wholeNumber(
      1,
      LAST_NUMBERED_ITEM,
      `Number of the page. \`page\` × \`limit\` can be at most ${LAST_NUMBERED_ITEM}; use \`cursor\` for long lists`,
    ),
  ),
};

type PageNumber = { readonly page?: number | undefined };

/** The rule for `page` and `limit`, as a check of the schema. */
export const isPageInReach = ({ page = 1, limit }: PageNumber & { readonly limit: number }) =>
  page * limit <= LAST_NUMBERED_ITEM;
export const PAGE_OUT_OF_REACH = issue('out_of_range', PAGE_TOO_FAR);

/** The rule for `page` and `cursor`, as a check of the schema. */
export const isOnePosition = ({ page, cursor }: PageNumber & { readonly cursor?: string | undefined }) =>
  page === undefined || cursor === undefined;
export const TWO_POSITIONS = issue('parameter_conflict', 'Send either page or cursor, not both.');

const optionalUrl = v.nullable(v.string());
const optionalPosition = v.nullable(v.pipe(v.number(), v.integer()));

const links = v.object({
  first: withDescription(v.string(), 'URL of the first page, with the same filters'),
  last: withDescription(v.null(), 'Always null, because the list has no total'),
  prev: withDescription(optionalUrl, 'URL of the previous page; null on the first page and after a `cursor`'),
  next: withDescription(optionalUrl, 'URL of the next page; null if there are no more items'),
});

const meta = v.object({
  current_page: withDescription(optionalPosition, 'Number of the page; null after a `cursor`'),
  last_page: withDescription(
    optionalPosition,
    'Number of the last page that is known: the next page if there are more items, otherwise this page; null after a `cursor`',
  ),
  from: withDescription(optionalPosition, 'Position of the first item in the list; null if unknown'),
  to: withDescription(optionalPosition, 'Position of the last item in the list; null if unknown'),
  per_page: withDescription(v.pipe(v.number(), v.integer()), 'The `limit` of the request'),
  path: withDescription(v.string(), 'URL of the list without parameters'),
});

/** The response body of a list with page numbers: that of every list, with the `links` and `meta` of Laravel, without a total. */
export function numberedPageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({
    ...pageOf(item).entries,
    links: withDescription(withTitle('PageLinks', links), 'URLs of other pages, in the form of Laravel'),
    meta: withDescription(withTitle('PageMeta', meta), 'The position of this page, in the form of Laravel'),
  });
}

/** A page as it was read: the items, how many come before them, and after which item the next page begins, if there is one. */
export type ReadPage<T, Id> = {
  readonly found: readonly T[];
  readonly skipped: number;
  readonly readTo: Id | undefined;
};

/** The request of a page. `cursor` has no page number. */
export type PageRequest = {
  readonly baseUrl: string;
  readonly event: HttpEvent;
  readonly query: PageNumber & { readonly limit: number; readonly cursor?: string | undefined };
};

/** The response to a request of a page. */
export function toNumberedPage<T, Id extends string | number, V>(
  { found, skipped, readTo }: ReadPage<T, Id>,
  request: PageRequest,
  scope: CursorScope,
  view: (item: T) => V,
) {
  const { limit } = request.query;
  const cursor = readTo === undefined ? null : encodeCursor(String(readTo), scope);
  const path = `${request.baseUrl}${request.event.requestContext.http.path}`;
  const page = request.query.cursor === undefined ? (request.query.page ?? 1) : null;
  const isPositioned = page !== null && found.length > 0;
  return {
    data: found.map(view),
    next_cursor: cursor,
    has_more: cursor !== null,
    links: {
      first: urlOf({ page: 1 }),
      last: null,
      prev: page === null || page === 1 ? null : urlOf({ page: page - 1 }),
      next: nextUrl(),
    },
    meta: {
      current_page: page,
      // A list has no total. This number is enough for clients that read pages until `current_page` reaches it.
      last_page: page !== null && cursor !== null ? page + 1 : page,
      from: isPositioned ? skipped + 1 : null,
      to: isPositioned ? skipped + found.length : null,
      per_page: limit,
      path,
    },
  };

  /** A short page ended before it was full. The page after it then has no number, and only the cursor continues exactly there. */
  function nextUrl(): string | null {
    if (cursor === null) return null;
    const hasNumber = page !== null && found.length === limit && isPageInReach({ page: page + 1, limit });
    return hasNumber ? urlOf({ page: page + 1 }) : urlOf({ cursor });
  }

  function urlOf(position: { readonly page: number } | { readonly cursor: string }): string {
    const { page: _, cursor: __, ...filters } = request.event.queryStringParameters ?? {};
    const parameters = Object.entries({ ...filters, ...position });
    return `${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()}`;
  }
}
