/** The longest path of a console link, in characters. */
export const MAX_PATH_LENGTH = 500;

/** Visible ASCII characters of a path and a query string, without the fragment and the backslash, which browsers read as a slash. */
const CHARACTERS = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/?]*$/u;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/iu;

/** Whether a path begins with one slash and, appended to `/console`, stays there in every browser and can be decoded. */
export function isConsolePath(path: string): boolean {
  const [pathname = ''] = path.split('?');
  return (
    CHARACTERS.test(path) && !DOT_SEGMENT.test(pathname) && !pathname.includes('//') && isDecodable(pathname)
  );
}

/** Whether each `%` of a path begins an escape, and the escapes are UTF-8. The console decodes the parts of its path. */
export function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * The URL that opens the console with a key. The key is in the fragment, so it reaches no server, no log and no `Referer`.
 * `path` is a path that `isConsolePath` accepts.
 */
export function consoleUrl(baseUrl: string, key: string, path?: string): string {
  const place = path === undefined ? '' : `&path=${encodeURIComponent(path).replaceAll('%2F', '/')}`;
  return `${baseUrl}/console#key=${key}${place}`;
}
