import type { Page, PageSettings } from '#shared/biolinks/domain/page.ts';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';

/** How the links of a page are shown. */
export type LinkRules = {
  /** Campaign parameters. */
  readonly utm: PageSettings['utm'];
  /** The hosts of the page itself. */
  readonly ownHosts: readonly string[];
  /** The path of `follow-link`, which counts clicks; null for links whose clicks are not counted. */
  readonly countedAt: string | null;
  /** Whether the page is a preview, in which no player runs and no form is sent. */
  readonly isPreview: boolean;
};

/** The rules of a page. `origin` is scheme and host of the default domain. */
export function linkRulesOf(page: Page, origin: string, isPreview = false): LinkRules {
  return {
    utm: page.settings.utm,
    ownHosts: [publicUrl(page, origin), origin].map((url) => URL.parse(url)?.hostname ?? ''),
    countedAt: isPreview ? null : `/${encodeURIComponent(page.slug)}/go`,
    isPreview,
  };
}

/** URL schemes that a link may have. A stored URL with any other scheme is shown as text. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);

/**
 * The URL of a link with the campaign parameters of the page. Parameters are added only to web URLs of other hosts and never
 * replace existing ones. Returns undefined if the scheme is not allowed.
 */
export function outgoingLink(
  url: string,
  { utm, ownHosts }: Pick<LinkRules, 'utm' | 'ownHosts'>,
): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !SCHEMES.has(parsed.protocol)) return undefined;
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  // Return the parsed URL, because the parser drops tabs and newlines: the output must be what was checked.
  if (!isWeb || ownHosts.includes(parsed.hostname)) return parsed.href;
  for (const [name, value] of Object.entries(utm)) {
    const parameter = `utm_${name}`;
    if (value === '' || parsed.searchParams.has(parameter)) continue;
    // `searchParams.append` would re-encode the owner's own parameters.
    const pair = `${parameter}=${encodeURIComponent(value.toWellFormed())}`;
    parsed.search = parsed.search === '' ? pair : `${parsed.search}&${pair}`;
  }
  return parsed.href;
}

/** A picture in the URL itself. The API rejects such URLs: only the demo page of the local stack has one, so that it works offline. */
const EMBEDDED = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/u;

/** The URL of a picture: https or an embedded WebP picture, as in the content security policy. */
export function pictureSource(url: string): string | undefined {
  if (EMBEDDED.test(url)) return url;
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.href : undefined;
}
