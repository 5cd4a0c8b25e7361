import { type Bytes, textAt } from './byte-view.ts';

/** Signatures at the beginning of a file, with each byte as one character. */
const SIGNATURES = [
  ['image/jpeg', '\u00ff\u00d8\u00ff'],
  ['image/png', '\u0089PNG\r\n\u001a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
] as const;

/**
 * The type of a picture that the media library supports, by its first bytes; undefined for every other file. Uploads need more than a
 * signature, because somebody chose their type; here a wrong answer only leaves out the picture of a link card.
 */
export function pictureType(start: Bytes): string | undefined {
  const isWebp = textAt(start, 0, 4) === 'RIFF' && textAt(start, 8, 4) === 'WEBP';
  if (isWebp) return 'image/webp';
  return SIGNATURES.find(([, signature]) => textAt(start, 0, signature.length) === signature)?.[0];
}

/** Recognises pictures, and needs the length of the longest signature. */
export const pictureSniff = { length: 12, detect: pictureType };
