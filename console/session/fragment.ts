import { isConsolePath } from '#shared/workspaces/domain/console-url.ts';

/** The content of a console link: a key, and the URL of the screen to show if the link names one. */
export type Arrival = { readonly key: string; readonly url: string | undefined };

/**
 * Takes the key from the fragment of the URL and removes the fragment at once, so that the key is neither in the history nor in a
 * screenshot. The screen stays: the key may be of no use, or the person may want to stay.
 */
export function takeArrival(): Arrival | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = fragment.get('key');
  if (key === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  const path = fragment.get('path') ?? '';
  return { key: key.trim(), url: path !== '' && isConsolePath(path) ? `/console${path}` : undefined };
}

/** Shows the screen of a link. */
export function showScreen(url: string): void {
  history.replaceState(null, '', url);
  // The router reads the URL when this event occurs.
  dispatchEvent(new PopStateEvent('popstate'));
}
