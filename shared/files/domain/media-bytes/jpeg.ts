import { type Bytes, indexOfText, textAt, viewOf } from './byte-view.ts';
import { readOrientation, removePosition } from './exif.ts';
import type { Frame } from './frame.ts';
import { removeMoviePosition } from './iso-boxes.ts';
import { blankPosition } from './xmp.ts';

/** Markers of JPEG (ITU-T T.81, annex B). */
const MARKERS = { start: 0xd8, end: 0xd9, exif: 0xe1, photoshop: 0xed } as const;
/** The segments that begin a frame, with the size of the picture: all of C0 to CF except tables and reserved ones. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const EXIF = 'Exif\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0';
/** A part of long XMP has the name, an ID of 32 characters, the whole length and its offset. */
const MORE_XMP_HEAD = MORE_XMP.length + 40;
const PHOTOSHOP = 'Photoshop 3.0\0';
/** Resources of Photoshop with Exif data and with XMP. */
const RESOURCES = { exif: [0x04_22, 0x04_23], xmp: 0x04_24 } as const;

type Segment = { readonly marker: number; readonly data: Bytes };

/** The segments of the picture at `from`, and where it ends. What is no marker is skipped: the coded picture, or bytes between segments. */
function readPicture(
  bytes: Bytes,
  from: number,
): { readonly segments: readonly Segment[]; readonly end: number } {
  const view = viewOf(bytes);
  const segments: Segment[] = [];
  let at = bytes.indexOf(0xff, from + 2);
  while (at !== -1 && at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    let next = at + 2;
    if (marker === 0xff) next = at + 1;
    else if (marker === MARKERS.end) return { segments, end: next };
    // Markers below C0, restarts and the start of a picture have no data.
    else if (marker >= 0xc0 && !(marker >= 0xd0 && marker <= MARKERS.start) && length >= 2) {
      segments.push({ marker, data: bytes.subarray(at + 4, at + 2 + length) });
      next += length;
    }
    at = bytes.indexOf(0xff, next);
  }
  return { segments, end: bytes.length };
}

/** The size of the picture as it is shown; null if its frame is missing. */
export function jpegSize(bytes: Bytes): Frame | null {
  const { segments } = readPicture(bytes, 0);
  const frame = segments.find(({ marker, data }) => FRAMES.has(marker) && data.length >= 5);
  if (frame === undefined) return null;
  const view = viewOf(frame.data);
  const exif = segments.find(({ marker, data }) => marker === MARKERS.exif && textAt(data, 0, 5) === EXIF);
  return {
    width: view.getUint16(3),
    height: view.getUint16(1),
    orientation: exif === undefined ? 1 : readOrientation(exif.data),
  };
}

/**
 * Removes the position from a JPEG in place. Further pictures and the movie of a motion photo follow the picture, and have positions of their
 * own.
 */
export function removeJpegPosition(bytes: Bytes): void {
  let rest: number | undefined;
  for (let from = 0; from !== -1;) {
    const { segments, end } = readPicture(bytes, from);
    rest ??= end;
    for (const { marker, data } of segments) {
      if (marker === MARKERS.exif) clearMetadata(data);
      if (marker === MARKERS.photoshop) clearResources(data);
    }
    clearLongXmp(segments);
    from = indexOfText(bytes, '\u00ff\u00d8\u00ff', end);
  }
  const movie = indexOfText(bytes, 'ftyp', rest);
  if (movie >= 4) removeMoviePosition(bytes.subarray(movie - 4));
}

function clearMetadata(data: Bytes): void {
  if (textAt(data, 0, EXIF.length) === EXIF) removePosition(data);
  else if (textAt(data, 0, XMP.length) === XMP) blankPosition(data.subarray(XMP.length));
}

/** XMP of more than 64 kB is divided anywhere, also within a name. */
function clearLongXmp(segments: readonly Segment[]): void {
  const parts = segments
    .filter(({ marker, data }) => marker === MARKERS.exif && textAt(data, 0, MORE_XMP.length) === MORE_XMP)
    .map(({ data }) => data.subarray(MORE_XMP_HEAD));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  blankPosition(whole);
  at = 0;
  for (const part of parts) {
    part.set(whole.subarray(at, at + part.length));
    at += part.length;
  }
}

/** The resources of Photoshop: `8BIM`, an id, a name of even length, the length of the data, the data of even length. */
function clearResources(data: Bytes): void {
  if (textAt(data, 0, PHOTOSHOP.length) !== PHOTOSHOP) return;
  const view = viewOf(data);
  let at = PHOTOSHOP.length;
  while (at + 12 <= data.length && textAt(data, at, 4) === '8BIM') {
    const id = view.getUint16(at + 4);
    const name = view.getUint8(at + 6) + 1;
    const lengthAt = at + 6 + name + (name % 2);
    if (lengthAt + 4 > data.length) return;
    const length = view.getUint32(lengthAt);
    const value = data.subarray(lengthAt + 4, lengthAt + 4 + length);
    if (id === RESOURCES.xmp) blankPosition(value);
    else if (RESOURCES.exif.some((each) => each === id)) removePosition(value);
    at = lengthAt + 4 + length + (length % 2);
  }
}
