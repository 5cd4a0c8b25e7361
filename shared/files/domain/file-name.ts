import { cutText, isVisible, receivedText, textLength } from '#shared/platform/core/text.ts';

/** Longest name of a file in the media library, in code points. */
const MAX_NAME = 255;

/** A name with its extension. A longer ending is part of the name. */
const EXTENSION = /^(.+)(\.[^.]{0,9})$/su;

/** Characters that a name of one line cannot have: control characters, line separators and format characters. */
const UNUSABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * The name of a file in the library, from a file name or a path that a client or a URL contains: its last segment without unusable
 * characters, shortened before its extension. Returns `fallback` if nothing is left.
 */
export function fileNameOf(path: string, fallback: string): string {
  const last = path.split(/[/\\]/u).at(-1) ?? '';
  const name = receivedText(last).replaceAll(UNUSABLE, '').trim();
  if (!isVisible(name) || name === '.' || name === '..') return fallback;
  return shortened(name);
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

function shortened(name: string): string {
  const [, stem = name, extension = ''] = EXTENSION.exec(name) ?? [];
  const length = MAX_NAME - textLength(extension, 'code-points');
  return `${cutText(stem, length, 'code-points')}${extension}`.trim();
}
