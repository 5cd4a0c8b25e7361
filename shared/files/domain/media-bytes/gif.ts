import { type Bytes, indexOfText, viewOf } from './byte-view.ts';
import type { Frame } from './frame.ts';
import { blankPosition } from './xmp.ts';

/** XMP in a GIF is not divided into blocks: after it follows every byte from 255 down to 0, so that a reader of blocks finds the end. */
const XMP = 'XMP DataXMP';
const XMP_END = '\u0001\u00ff\u00fe\u00fd';

/** The size of the screen; null if the header is missing. */
export function gifSize(bytes: Bytes): Frame | null {
  if (bytes.length < 10) return null;
  const view = viewOf(bytes);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), orientation: 1 };
}

/** Removes the position from a GIF in place. */
export function removeGifPosition(bytes: Bytes): void {
  for (let at = indexOfText(bytes, XMP); at !== -1; at = indexOfText(bytes, XMP, at + XMP.length)) {
    const end = indexOfText(bytes, XMP_END, at);
    if (end !== -1) blankPosition(bytes.subarray(at + XMP.length, end));
  }
}
