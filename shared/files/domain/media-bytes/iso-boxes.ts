import { type Bytes, textAt, viewOf } from './byte-view.ts';
import type { Frame } from './frame.ts';
import { blankPosition } from './xmp.ts';

/** Boxes that contain boxes, on the ways to the size and to the position. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'udta', 'moof', 'traf']);
/** The position as Apple, Android and 3GPP write it. */
const POSITION: ReadonlySet<string> = new Set(['\u00a9xyz', 'loci']);
/** Names of metadata of Apple, such as `com.apple.quicktime.location.ISO6709`. */
const POSITION_KEY = /location|gps|latitude|longitude/iu;
/** The box of XMP has this UUID, or the type `XMP_` in QuickTime. */
const XMP_UUID =
  '\u00be\u007a\u00cf\u00cb\u0097\u00a9\u0042\u00e8\u009c\u0071\u0099\u0094\u0091\u00e3\u00af\u00ac';
const UUID_BYTES = 16;
/** Boxes within boxes that are followed; the position is at most four deep. */
const MAX_DEPTH = 6;
const MAX_NAME = 256;

type Box = { readonly type: string; readonly typeAt: number; readonly data: Bytes };

/** The boxes of a part of a movie. A box that ends after the part is cut there. */
function* boxesOf(bytes: Bytes): Generator<Box> {
  const view = viewOf(bytes);
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const head = isLong ? 16 : 8;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < head) return;
    yield { type: textAt(bytes, at + 4, 4), typeAt: at + 4, data: bytes.subarray(at + head, at + size) };
    at += size;
  }
}

function find(bytes: Bytes, type: string): Bytes | undefined {
  for (const box of boxesOf(bytes)) if (box.type === type) return box.data;
  return undefined;
}

/** The size of the first track with pictures as it is shown; null if it is not within the bytes. */
export function movieSize(bytes: Bytes): Frame | null {
  for (const { type, data } of boxesOf(find(bytes, 'moov') ?? new Uint8Array())) {
    const header = type === 'trak' ? find(data, 'tkhd') : undefined;
    const size = header === undefined ? null : trackSize(header);
    if (size !== null) return size;
  }
  return null;
}

/** The end of the header of a track: a matrix of nine numbers, width and height. Tracks without pictures have no size. */
function trackSize(header: Bytes): Frame | null {
  // Times and durations have 8 bytes in version 1.
  const matrixAt = header[0] === 1 ? 52 : 40;
  if (header.length < matrixAt + 44) return null;
  const view = viewOf(header);
  const [width, height] = [view.getUint32(matrixAt + 36), view.getUint32(matrixAt + 40)].map((fixed) =>
    Math.round(fixed / 65_536),
  );
  if (!width || !height) return null;
  // A turn by a quarter has no part of the width in the first number.
  return { width, height, orientation: view.getInt32(matrixAt) === 0 ? 6 : 1 };
}

/** Removes the position from a movie in place: its boxes become free space, so that the offsets of the samples stay right. */
export function removeMoviePosition(bytes: Bytes, depth = 0): void {
  for (const { type, typeAt, data } of boxesOf(bytes)) {
    if (POSITION.has(type)) release(bytes, typeAt, data);
    else if (CONTAINERS.has(type) && depth < MAX_DEPTH) removeMoviePosition(data, depth + 1);
    else if (type === 'meta') removeFromMetadata(data);
    else if (type === 'XMP_') blankPosition(data);
    else if (type === 'uuid' && textAt(data, 0, UUID_BYTES) === XMP_UUID)
      blankPosition(data.subarray(UUID_BYTES));
  }
}

function release(bytes: Bytes, typeAt: number, data: Bytes): void {
  bytes.set(new TextEncoder().encode('free'), typeAt);
  data.fill(0);
}

/** The items of metadata have the number of their name as their type. */
function removeFromMetadata(data: Bytes): void {
  // MP4 has a version and flags before the boxes, QuickTime does not.
  const boxes = textAt(data, 4, 4) === 'hdlr' ? data : data.subarray(4);
  const names = namesOf(find(boxes, 'keys') ?? new Uint8Array());
  const items = find(boxes, 'ilst') ?? new Uint8Array();
  for (const { typeAt, data: item } of boxesOf(items)) {
    const name = names[viewOf(items).getUint32(typeAt) - 1] ?? textAt(items, typeAt, 4);
    if (POSITION_KEY.test(name) || POSITION.has(name)) release(items, typeAt, item);
  }
}

/** The names of metadata: version and flags, their number, then a length, a namespace and a name of each. */
function namesOf(keys: Bytes): string[] {
  const names: string[] = [];
  for (const { data } of boxesOf(keys.subarray(8))) names.push(textAt(data, 0, MAX_NAME));
  return names;
}
