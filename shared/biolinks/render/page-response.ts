import { createHash } from 'node:crypto';
import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
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

/**
 * How long shared caches keep a page, in seconds. Caches are not purged when a page changes, so a page that gets a password
 * may stay visible for this long; `stale-while-revalidate` would extend it.
 */
const SHARED_SECONDS = 60;

/**
 * Which caches may keep a response. `shared`: all, because it is the same for everyone; `own`: only the visitor's browser,
 * because it depends on the visitor's choice; `never`: none, because the page has an access gate.
 */
export type Sharing = 'shared' | 'own' | 'never';

type Shown = {
  readonly page: Page;
  readonly blocks: PageBlocks;
  readonly sharing: Sharing;
  /** Whether the response depends on the tracking choice of the visitor or the browser. */
  readonly asksConsent: boolean;
  readonly now: Date;
  readonly acceptEncoding: string | undefined;
};

/** The response with a page, its entity tag and its cache headers. */
export function shownPage(document: PageDocument, shown: Shown): PageResponse {
  const { sharing, asksConsent, page, blocks, now } = shown;
  const response = documentResponse(200, document, shown.acceptEncoding);
  if (sharing === 'never') return response;
  const vary = asksConsent ? 'Accept-Encoding, Cookie, DNT, Sec-GPC' : 'Accept-Encoding';
  const coding = response.headers['Content-Encoding'] ?? '';
  const cache = sharing === 'own' ? 'private, max-age=0, must-revalidate' : sharedCaching(blocks.blocks, now);
  const headers = { ...response.headers, Vary: vary, 'Cache-Control': cache };
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

/** Limits the cache lifetime to the next time at which a block appears or disappears. */
function sharedCaching(blocks: readonly Block[], now: Date): string {
  const turns = blocks
    .filter(({ visible }) => visible)
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .map((at) => (at === null ? Infinity : (at.getTime() - now.getTime()) / 1000))
    .filter((seconds) => seconds > 0);
  const left = Math.floor(Math.min(Infinity, ...turns));
  return `public, max-age=0, s-maxage=${Math.min(SHARED_SECONDS, left)}`;
}
