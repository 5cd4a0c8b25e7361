import type { PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { PixelReader } from '#shared/biolinks/ports/pixel-store.ts';
import { passwordGate, sensitiveGate } from './gate-documents.ts';
import { verifyAccessToken } from './page-access-token.ts';
import { type Consent, visiblePage } from './page-document.ts';
import { documentResponse, type PageResponse, shownPage } from './page-response.ts';
import { optsOut } from './visitor-client.ts';
import { readCookie } from './visitor-cookies.ts';

type Dependencies = {
  readonly pixels: Pick<PixelReader, 'findAll'>;
  /** The key that signs access tokens, if one exists. */
  readonly accessTokenKey: () => Promise<Buffer | undefined>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

type Visitor = {
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** The block whose form the visitor has sent. */
  readonly signedUp?: string | undefined;
};

/** The first access gate that the visitor has not passed: the password, then the content warning. Undefined if the page is open. */
export async function closedGate(
  deps: Omit<Dependencies, 'pixels'>,
  page: Page,
  visitor: Visitor,
): Promise<PageResponse | undefined> {
  const { origin } = deps;
  const acceptEncoding = visitor.headers['accept-encoding'];
  if (page.password !== null && !(await hasValidAccessToken(deps, page, visitor)))
    return documentResponse(200, await passwordGate({ page, origin }), acceptEncoding);
  if (page.settings.sensitive && visitorCookie('ack', deps, page, visitor) === undefined)
    return documentResponse(200, await sensitiveGate({ page, origin }), acceptEncoding);
  return undefined;
}

/** Returns a page without a closed gate. */
export async function showPage(
  deps: Omit<Dependencies, 'accessTokenKey'>,
  { page, blocks }: { readonly page: Page; readonly blocks: PageBlocks },
  visitor: Visitor,
): Promise<PageResponse> {
  const { origin } = deps;
  const { headers, now, signedUp } = visitor;
  const pixels = await readPixels(deps, page);
  const consent = readConsent(deps, page, visitor);
  const signup = signedUp === undefined ? undefined : ({ kind: 'done', block: signedUp } as const);
  const document = await visiblePage({ page, blocks: blocks.blocks, pixels, consent, origin, now, signup });
  const isGated = page.password !== null || page.settings.sensitive;
  return shownPage(document, {
    page,
    blocks,
    isGated,
    asksConsent: pixels.length > 0,
    acceptEncoding: headers['accept-encoding'],
  });
}

async function hasValidAccessToken(
  { accessTokenKey, origin }: Omit<Dependencies, 'pixels'>,
  page: Page,
  visitor: Visitor,
): Promise<boolean> {
  const token = visitorCookie('bl', { origin }, page, visitor);
  if (token === undefined) return false;
  const key = await accessTokenKey();
  return key !== undefined && verifyAccessToken(key, page, token, visitor.now);
}

/** The pixels in the order of the page; deleted ones are skipped. */
async function readPixels(
  { pixels }: Pick<Dependencies, 'pixels'>,
  { workspaceId, settings }: Page,
): Promise<Pixel[]> {
  if (settings.pixels.length === 0) return [];
  const found = await pixels.findAll(workspaceId, settings.pixels);
  return settings.pixels.flatMap((id) => found.find((pixel) => pixel.id === id) ?? []);
}

/** An opt-out signal of the browser applies to every page and makes the banner unnecessary. */
function readConsent(deps: Pick<Dependencies, 'origin'>, page: Page, visitor: Visitor): Consent {
  const { headers } = visitor;
  if (optsOut(headers)) return 'signalled';
  const choice = visitorCookie('consent', deps, page, visitor);
  if (choice === 'yes') return 'granted';
  return choice === 'no' ? 'denied' : 'not-asked';
}

function visitorCookie(
  name: Parameters<typeof readCookie>[0],
  { origin }: Pick<Dependencies, 'origin'>,
  { id }: Page,
  { cookies }: Visitor,
): string | undefined {
  return readCookie(name, { pageId: id, isHttps: origin.startsWith('https:') }, cookies);
}
