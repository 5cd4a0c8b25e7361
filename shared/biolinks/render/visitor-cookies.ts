/** Cookies of one page on its host: the access token (`bl`), the acknowledged content warning, and the tracking choice. */
export type VisitorCookie = 'bl' | 'ack' | 'consent';

/** The page that a cookie belongs to. */
export type CookieScope = {
  readonly pageId: string;
  readonly slug: string;
  /**
   * Whether visitors use https. On the local stack, which uses plain http, Safari rejects `Secure` cookies, so the prefix is
   * omitted there.
   */
  readonly isHttps: boolean;
};

/**
 * `Set-Cookie` for one page; 0 seconds delete the cookie. Browsers send it only to the URLs of that page, and from other sites
 * only when the visitor follows a link (`SameSite=Lax`).
 */
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

/** The value of a cookie in a request; `cookies` are `name=value` pairs, as the gateway splits them. */
export function readCookie(
  cookie: VisitorCookie,
  { pageId, isHttps }: Omit<CookieScope, 'slug'>,
  cookies: readonly string[],
): string | undefined {
  const start = `${cookieName(cookie, pageId, isHttps)}=`;
  return cookies.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** With this prefix, browsers reject the cookie unless it was set over https (RFC 6265bis, 4.1.3.1). */
function cookieName(cookie: VisitorCookie, pageId: string, isHttps: boolean): string {
  return `${isHttps ? '__Secure-' : ''}${cookie}_${pageId}`;
}
