import type { PageSettings } from '#shared/biolinks/domain/page.ts';

/** What links of one page carry, and the hosts that are its own. */
export type LinkRules = { readonly utm: PageSettings['utm']; readonly ownHosts: readonly string[] };

/** What a link may lead to (decisions 6). Anything else is shown as text, whatever was stored. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);

/**
 * The address of a link as the page carries it: campaign parameters are added to web addresses of other hosts, each only
 * where the address has none of that name, before the fragment (decisions 6). Undefined if a link may not lead there.
 */
export function outgoingLink(url: string, { utm, ownHosts }: LinkRules): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !SCHEMES.has(parsed.protocol)) return undefined;
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  // The parser drops tabs and newlines on its way; what is shown must be what was judged.
  if (!isWeb || ownHosts.includes(parsed.hostname)) return parsed.href;
  for (const [name, value] of Object.entries(utm)) {
    const parameter = `utm_${name}`;
    if (value === '' || parsed.searchParams.has(parameter)) continue;
    // Not `searchParams.append`: it would spell the owner's own parameters anew.
    const pair = `${parameter}=${encodeURIComponent(value.toWellFormed())}`;
    parsed.search = parsed.search === '' ? pair : `${parsed.search}&${pair}`;
  }
  return parsed.href;
}

/** The address of a picture: https alone, as the page's policy says. */
export function pictureSource(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.href : undefined;
}
