/** Cookies of one page on its own host: the pass, that its content was acknowledged, and what was said of tracking. */
export type VisitorCookie = 'bl' | 'ack' | 'consent';

/** What cookies of a page are bound to. */
export type CookieScope = {
  readonly pageId: string;
  readonly slug: string;
  /** Whether visitors come by https. Safari takes no `Secure` cookie over the plain http of the local stack, so there it has no prefix. */
  readonly isHttps: boolean;
};

/** `Set-Cookie` for a visitor of one page; 0 seconds take it back. Sent to that page alone, never to another site's request. */
export function setCookie(
  cookie: VisitorCookie,
  { pageId, slug, isHttps }: CookieScope,
  value: string,
  seconds: number,
): string {
  const name = cookieName(cookie, pageId, isHttps);
  const secure = isHttps ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=/${slug}; HttpOnly${secure}; SameSite=Lax`;
}

/** The value a visitor sent for a page's cookie; `cookies` are `name=value` pairs as the gateway splits them. */
export function readCookie(
  cookie: VisitorCookie,
  { pageId, isHttps }: Omit<CookieScope, 'slug'>,
  cookies: readonly string[],
): string | undefined {
  const start = `${cookieName(cookie, pageId, isHttps)}=`;
  return cookies.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** The prefix makes browsers refuse the cookie from anything but https (RFC 6265bis, 4.1.3.1). */
function cookieName(cookie: VisitorCookie, pageId: string, isHttps: boolean): string {
  return `${isHttps ? '__Secure-' : ''}${cookie}_${pageId}`;
}
