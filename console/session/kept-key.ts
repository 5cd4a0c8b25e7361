/** The only place outside of the memory of the page in which a key can be. The browser empties it when the tab is closed. */
const NAME = 'console-key';

/** Whether this stage serves pages with scripts of third parties from another origin, so that a key may be kept. */
export const mayKeepKey = document.documentElement.dataset['storage'] === 'session';

export function readKeptKey(): string | undefined {
  return (mayKeepKey ? sessionStorage.getItem(NAME) : null) ?? undefined;
}

export function keepKey(key: string): void {
  if (mayKeepKey) sessionStorage.setItem(NAME, key);
}

export function forgetKey(): void {
  if (mayKeepKey) sessionStorage.removeItem(NAME);
}
