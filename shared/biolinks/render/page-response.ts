import { createHash } from 'node:crypto';
import type { PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { acceptedCoding } from '#shared/platform/runtime/compression.ts';
import type { PageDocument } from './document.ts';

/** A response of a public page, a subset of `HandlerResponse`. */
export type PageResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64?: boolean;
  readonly cookies?: readonly string[];
};

/** Each view is counted, so no shared cache may respond to visitors. */
const COUNTED_CACHING = 'private, max-age=0';

type Shown = {
  readonly page: Page;
  readonly blocks: PageBlocks;
  /** Whether the page has an access gate. Then not even the visitor's browser may keep the response. */
  readonly isGated: boolean;
  /** Whether the response depends on the tracking choice of the visitor or the browser. */
  readonly asksConsent: boolean;
  readonly acceptEncoding: string | undefined;
};

/** The response with a page, its entity tag and its cache headers. */
export function shownPage(document: PageDocument, shown: Shown): PageResponse {
  const { isGated, asksConsent, page, blocks } = shown;
  const response = documentResponse(200, document, shown.acceptEncoding);
  if (isGated) return response;
  const vary = asksConsent ? 'Accept-Encoding, Cookie, DNT, Sec-GPC' : 'Accept-Encoding';
  const coding = response.headers['Content-Encoding'] ?? '';
  const headers = { ...response.headers, Vary: vary, 'Cache-Control': COUNTED_CACHING };
  return { ...response, headers: { ...headers, ETag: pageTag(page, blocks, document.html, coding) } };
}

/** A response that must not be cached. */
export function documentResponse(
  status: number,
  { html, headers }: PageDocument,
  acceptEncoding: string | undefined,
): PageResponse {
  const fresh = { ...headers, Vary: 'Accept-Encoding', 'Cache-Control': 'private, no-store' };
  const coding = acceptedCoding(acceptEncoding);
  if (!coding) return { status, headers: fresh, body: html };
  return {
    status,
    headers: { ...fresh, 'Content-Encoding': coding.name },
    body: coding.compress(html).toString('base64'),
    isBase64: true,
  };
}

/**
 * A strong entity tag: the revisions of page and blocks, and a hash of the HTML. The hash covers the version of the renderer
 * and time windows, so nobody has to maintain a version number.
 */
function pageTag(page: Page, blocks: PageBlocks, html: string, coding: string): string {
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  return `"${[page.revision, blocks.revision, digest, ...(coding === '' ? [] : [coding])].join('-')}"`;
}
