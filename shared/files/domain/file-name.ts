/** Longest name of a file in the media library, in code points. */
const MAX_NAME = 255;

/** Characters that a name of one line cannot have: control characters, line separators and format characters. */
const UNUSABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * The name of a file in the library, from a file name or a path that a client or a URL contains: its last segment without unusable
 * characters, shortened before its extension. Returns `fallback` if nothing is left.
 */
export function fileNameOf(path: string, fallback: string): string {
  const last = path.split(/[/\\]/u).at(-1) ?? '';
  const name = last.toWellFormed().replaceAll(UNUSABLE, '').trim();
  if (name === '' || name === '.' || name === '..') return fallback;
  return shortened([...name]);
}

/** The last segment of the path of a URL, decoded if possible; the host if the path has none. */
export function fileNameInUrl({ pathname, hostname }: URL): string {
  return fileNameOf(decoded(pathname.split('/').at(-1) ?? ''), hostname);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function shortened(name: readonly string[]): string {
  if (name.length <= MAX_NAME) return name.join('');
  const dot = name.lastIndexOf('.');
  // A longer ending is part of the name, not an extension.
  const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : [];
  return [...name.slice(0, MAX_NAME - extension.length), ...extension].join('').trim();
}
