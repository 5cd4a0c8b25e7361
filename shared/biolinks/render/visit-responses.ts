import { noticeDocument } from './notice-document.ts';
import { documentResponse, type PageResponse } from './page-response.ts';
import type { Visit } from './visits.ts';

/** Properties of a visitor's request that every response needs. */
export type VisitorRequest = {
  readonly isHttps: boolean;
  readonly acceptEncoding: string | undefined;
};

/** An old slug may be given to another page, so redirects are cached only briefly. */
const MOVED_CACHING = 'public, max-age=0, s-maxage=60';

/** The response to a visit that finds no page. `query` is appended to the redirect of a page with a new URL. */
export function elsewhere(
  visit: Exclude<Visit, { kind: 'page' }>,
  request: VisitorRequest,
  query: string,
): Promise<PageResponse> | PageResponse {
  if (visit.kind === 'disabled') return notice(410, request);
  if (visit.kind === 'missing') return notice(404, request);
  const location = query === '' ? visit.url : `${visit.url}?${query}`;
  return { status: 308, headers: { Location: location, 'Cache-Control': MOVED_CACHING } };
}

/** The response to a form whose page was not found. A page with a new URL is shown there. */
export function formElsewhere(
  visit: Exclude<Visit, { kind: 'page' }>,
  request: VisitorRequest,
): Promise<PageResponse> | PageResponse {
  return visit.kind === 'moved' ? seeOther(visit.url) : elsewhere(visit, request, '');
}

/** The response to a form: redirects to the page, which shows the effect (RFC 9110, 15.4.4). */
export function seeOther(location: string, cookies: readonly string[] = []): PageResponse {
  return { status: 303, headers: { Location: location }, cookies };
}

/** An error page with this status. */
export async function notice(
  status: number,
  { isHttps, acceptEncoding }: VisitorRequest,
): Promise<PageResponse> {
  return documentResponse(status, await noticeDocument(status, isHttps), acceptEncoding);
}

/** The error page for errors of the HTTP layer; server errors include the request id. */
export function errorPageText(isHttps: boolean) {
  return async ({ status, requestId }: { readonly status: number; readonly requestId: string }) => {
    const { html, headers } = await noticeDocument(status, isHttps, requestId);
    return { status, headers, body: html };
  };
}
