import type { Page } from './page.ts';

/**
 * Converts `PAGE_HOST` to the scheme and host of the default domain. A plain host uses https; only the local stack sets an
 * `http://` origin.
 */
export function pageOrigin(setting: string): string {
  return setting.startsWith('http://') ? setting : `https://${setting}`;
}

/** The public URL of a page, on its connected domain or on the default domain. */
export function publicUrl({ customHost, slug }: Pick<Page, 'customHost' | 'slug'>, origin: string): string {
  return `${customHost === null ? origin : `https://${customHost}`}/${slug}`;
}
