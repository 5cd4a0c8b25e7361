import { noticeDocument } from './notice-document.ts';
import { documentResponse, type PageResponse } from './page-response.ts';
import type { Visit } from './visits.ts';

/** What a visitor's request is, beside where it leads. */
export type VisitorRequest = {
  readonly isHttps: boolean;
  readonly acceptEncoding: string | undefined;
};

/** Old addresses may be given to other pages, so nobody keeps for long where they led. */
const MOVED_CACHING = 'public, max-age=0, s-maxage=60';

/** The answer to a visit that ends without a page. `query` goes along to where a page has moved (R7, decisions 6). */
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

/** The same for a form: where a page has moved, the visitor sees it as it is there. */
export function formElsewhere(
  visit: Exclude<Visit, { kind: 'page' }>,
  request: VisitorRequest,
): Promise<PageResponse> | PageResponse {
  return visit.kind === 'moved' ? seeOther(visit.url) : elsewhere(visit, request, '');
}

/** After a form: the page itself, with what the form changed (RFC 9110, 15.4.4). */
export function seeOther(location: string, cookies: readonly string[] = []): PageResponse {
  return { status: 303, headers: { Location: location }, cookies };
}

/** A friendly document for a status that is no page. */
export async function notice(
  status: number,
  { isHttps, acceptEncoding }: VisitorRequest,
): Promise<PageResponse> {
  return documentResponse(status, await noticeDocument(status, isHttps), acceptEncoding);
}

/** The same for a refusal of the HTTP room and for a fault of ours, which comes with a number to quote. */
export function errorPageText(isHttps: boolean) {
  return async ({ status, requestId }: { readonly status: number; readonly requestId: string }) => {
    const { html, headers } = await noticeDocument(status, isHttps, requestId);
    return { status, headers, body: html };
  };
}
