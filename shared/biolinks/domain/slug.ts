/** Longest slug in characters (specification, Limits). */
export const SLUG_LIMIT = 60;

/**
 * Slugs no page can have (G62): paths of the API and of the pages' own host, and names by which a page could pass itself off
 * as the platform.
 */
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
  'me',
  'media',
  'metrics',
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

/** The form in which slugs are stored and compared. */
export function normaliseSlug(slug: string): string {
  return slug.toLowerCase();
}

/** Whether every character of a slug is one of `A–Z a–z 0–9 _ -`. */
export function hasSlugCharacters(slug: string): boolean {
  return /^[A-Za-z0-9_-]*$/u.test(slug);
}

/** Whether the platform keeps a slug for itself, in whatever case it is written. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(normaliseSlug(slug));
}
