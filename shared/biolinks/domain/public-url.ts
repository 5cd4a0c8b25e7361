import type { Page } from './page.ts';

/**
 * Scheme and host of a connected domain. The local stack serves every domain over http on the port of the default domain, and
 * browsers resolve names below `localhost` to this machine, so that a URL of the local stack can be opened.
 */
export function domainOrigin(host: string, origin: string): string {
  const { protocol, port } = new URL(origin);
  if (protocol === 'https:') return `https://${host}`;
  return `http://${host}${port === '' ? '' : `:${port}`}`;
}

/** The public URL of a page, on its connected domain or on the default domain. */
export function publicUrl({ customHost, slug }: Pick<Page, 'customHost' | 'slug'>, origin: string): string {
  return `${customHost === null ? origin : domainOrigin(customHost, origin)}/${slug}`;
}
