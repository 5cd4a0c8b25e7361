import { isConsolePath } from '#shared/workspaces/domain/console-url.ts';

/** The content of a console link. */
export type Arrival = { readonly key: string };

/**
 * Takes the key from the fragment of the URL and replaces the URL at once, so that the key is neither in the history nor in a
 * screenshot. The link can name the screen to show.
 */
export function takeArrival(): Arrival | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = fragment.get('key');
  if (key === null) return undefined;
  const path = fragment.get('path') ?? '';
  history.replaceState(null, '', path !== '' && isConsolePath(path) ? `/console${path}` : location.pathname);
  // The router reads the URL when this event occurs.
  dispatchEvent(new PopStateEvent('popstate'));
  return { key: key.trim() };
}
