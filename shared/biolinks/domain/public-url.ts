import type { Page } from './page.ts';

/**
 * Scheme and host of the default domain, from the deployment's `PAGE_HOST`: a host is reached by https; only the local stack
 * gives an `http://` origin instead.
 */
export function pageOrigin(setting: string): string {
  return setting.startsWith('http://') ? setting : `https://${setting}`;
}

/** Where visitors find a page: on its connected domain, otherwise on the default one (C6). */
export function publicUrl({ customHost, slug }: Pick<Page, 'customHost' | 'slug'>, origin: string): string {
  return `${customHost === null ? origin : `https://${customHost}`}/${slug}`;
}
