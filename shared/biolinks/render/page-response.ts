import { createHash } from 'node:crypto';
import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { acceptedCoding } from '#shared/platform/runtime/compression.ts';
import type { PageDocument } from './document.ts';

/** An answer of a public page; the HTTP room's `HandlerResponse` has these members. */
export type PageResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64?: boolean;
  readonly cookies?: readonly string[];
};

/**
 * How long shared caches keep a page, in seconds (decisions 6). Nothing tells them of a change, so that is also how long a
 * page that gets a password may still be shown openly; hence no `stale-while-revalidate`.
 */
const SHARED_SECONDS = 60;

/** What every visitor sees may be shared; gated pages never are, and neither is what depends on a visitor's choice. */
export type Sharing = 'shared' | 'own' | 'never';

type Shown = {
  readonly page: Page;
  readonly blocks: PageBlocks;
  readonly sharing: Sharing;
  /** Whether the answer depends on what the visitor or the browser said of tracking. */
  readonly asksConsent: boolean;
  readonly now: Date;
  readonly acceptEncoding: string | undefined;
};

/** A page with its entity tag and what caches may do with it (decisions 6, Caching). */
export function shownPage(document: PageDocument, shown: Shown): PageResponse {
  const { sharing, asksConsent, page, blocks, now } = shown;
  const answer = documentResponse(200, document, shown.acceptEncoding);
  if (sharing === 'never') return answer;
  const vary = asksConsent ? 'Accept-Encoding, Cookie, DNT, Sec-GPC' : 'Accept-Encoding';
  const coding = answer.headers['Content-Encoding'] ?? '';
  const cache = sharing === 'own' ? 'private, max-age=0, must-revalidate' : sharedCaching(blocks.blocks, now);
  const headers = { ...answer.headers, Vary: vary, 'Cache-Control': cache };
  return { ...answer, headers: { ...headers, ETag: pageTag(page, blocks, document.html, coding) } };
}

/** A document that nobody keeps. */
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
 * A strong tag: the revisions of page and blocks, and a hash of the very text. The hash stands for the version of the
 * renderer and for which windows are open; nobody has to remember to count it up.
 */
function pageTag(page: Page, blocks: PageBlocks, html: string, coding: string): string {
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  return `"${[page.revision, blocks.revision, digest, ...(coding === '' ? [] : [coding])].join('-')}"`;
}

/** No cache shows a block after its window has closed, or hides it after it has opened, longer than it would take to ask. */
function sharedCaching(blocks: readonly Block[], now: Date): string {
  const turns = blocks
    .filter(({ visible }) => visible)
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .map((at) => (at === null ? Infinity : (at.getTime() - now.getTime()) / 1000))
    .filter((seconds) => seconds > 0);
  const left = Math.floor(Math.min(Infinity, ...turns));
  return `public, max-age=0, s-maxage=${Math.min(SHARED_SECONDS, left)}`;
}
