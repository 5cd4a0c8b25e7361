/**
 * Converts `PAGE_HOST` to the scheme and host of the default domain of pages. A plain host uses https; only the local stack sets an
 * `http://` origin.
 */
export function pageOrigin(setting: string): string {
  return setting.startsWith('http://') ? setting : `https://${setting}`;
}
