import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { errorDocument } from './error-document.ts';
import type { PageLookup } from './page-finder.ts';
import { documentResponse, type PageResponse } from './page-response.ts';

/** The properties of a visitor's request that affect every response. */
export type VisitorRequest = {
  readonly isHttps: boolean;
  readonly acceptEncoding: string | undefined;
};

/** An old slug may be given to another page, so redirects are cached only briefly. */
const MOVED_CACHING = 'public, max-age=0, s-maxage=60';

/** The response if no page was found at a URL. `query` is appended to the redirect of a page with a new URL. */
export function missingPageResponse(
  lookup: Exclude<PageLookup, { kind: 'page' }>,
  request: VisitorRequest,
  query: string,
): Promise<PageResponse> | PageResponse {
  if (lookup.kind === 'disabled') return errorPage(410, request);
  if (lookup.kind === 'missing') return errorPage(404, request);
  const location = query === '' ? lookup.url : `${lookup.url}?${query}`;
  return { status: 308, headers: { Location: location, 'Cache-Control': MOVED_CACHING } };
}

/** The response to a form if no page was found at its URL. Redirects to a page with a new URL. */
export function missingPageFormResponse(
  lookup: Exclude<PageLookup, { kind: 'page' }>,
  request: VisitorRequest,
): Promise<PageResponse> | PageResponse {
  return lookup.kind === 'moved' ? seeOther(lookup.url) : missingPageResponse(lookup, request, '');
}

/** The redirect after a form was processed, so that reloading the page does not submit the form again (RFC 9110, 15.4.4). */
export function seeOther(location: string, cookies: readonly string[] = []): PageResponse {
  return { status: 303, headers: { Location: location }, cookies };
}

/** An error page with this status. */
export async function errorPage(
  status: number,
  { isHttps, acceptEncoding }: VisitorRequest,
): Promise<PageResponse> {
  return documentResponse(status, await errorDocument(status, isHttps), acceptEncoding);
}

/** The error page for errors of the HTTP layer; server errors include the request id. */
export function renderErrorPage({ pageHost }: { readonly pageHost: string }) {
  const isHttps = pageOrigin(pageHost).startsWith('https:');
  return async ({ status, requestId }: { readonly status: number; readonly requestId: string }) => {
    const { html, headers } = await errorDocument(status, isHttps, requestId);
    return { status, headers, body: html };
  };
}
