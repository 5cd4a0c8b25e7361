/** Maximum length of a slug in characters (docs/specification/biolinks.md#slugs). */
export const SLUG_LIMIT = 60;

/** Reserved slugs: paths of the API and of the page host, and names with which a page could impersonate the platform. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'account',
  'admin',
  'administrator',
  'api',
  'app',
  'apps',
  'assets',
  'auth',
  'billing',
  'blog',
  'cdn',
  'console',
  'contact',
  'dashboard',
  'docs',
  'domains',
  'favicon',
  'fonts',
  'healthz',
  'help',
  'home',
  'images',
  'img',
  'index',
  'legal',
  'login',
  'logout',
  'mcp',
  'me',
  'media',
  'metrics',
  'notification-mail',
  'null',
  'oauth',
  'official',
  'openapi',
  'os',
  'password',
  'ping',
  'pixels',
  'pricing',
  'privacy',
  'public',
  'register',
  'report',
  'robots',
  'root',
  'security',
  'settings',
  'signin',
  'signout',
  'signup',
  'sitemap',
  'sping',
  'static',
  'status',
  'support',
  'system',
  'terms',
  'themes',
  'undefined',
  'webhooks',
  'well-known',
  'www',
]);

/** Normalises a slug for storage and comparison. */
export function normaliseSlug(slug: string): string {
  return slug.toLowerCase();
}

/** Whether a slug contains only `A–Z a–z 0–9 _ -`. */
export function hasSlugCharacters(slug: string): boolean {
  return /^[A-Za-z0-9_-]*$/u.test(slug);
}

/** Whether the platform reserves a slug, regardless of case. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(normaliseSlug(slug));
}
