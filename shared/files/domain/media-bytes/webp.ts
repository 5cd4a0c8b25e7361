import { type Bytes, textAt, viewOf } from './byte-view.ts';
import { readOrientation, removePosition } from './exif.ts';
import type { Frame } from './frame.ts';
import { blankPosition } from './xmp.ts';

/** `RIFF`, a length and `WEBP`; then chunks of a type, a length and data of even length. */
const HEAD_BYTES = 12;
const START_OF_FRAME = 0x9d_01_2a;
const SIGNATURE_OF_LOSSLESS = 0x2f;

type Chunk = { readonly type: string; readonly data: Bytes };

function* chunksOf(bytes: Bytes): Generator<Chunk> {
  const view = viewOf(bytes);
  let at = HEAD_BYTES;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    yield { type: textAt(bytes, at, 4), data: bytes.subarray(at + 8, at + 8 + length) };
    at += 8 + length + (length % 2);
  }
}

/** The size of the picture as it is shown; null if its header is missing. */
export function webpSize(bytes: Bytes): Frame | null {
  const chunks = [...chunksOf(bytes)];
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const orientation = exif === undefined ? 1 : readOrientation(exif.data);
  for (const chunk of chunks) {
    const size = sizeIn(chunk);
    if (size !== undefined) return { ...size, orientation };
  }
  return null;
}

function sizeIn({ type, data }: Chunk): Omit<Frame, 'orientation'> | undefined {
  const view = viewOf(data);
  if (data.length < 5) return undefined;
  if (type === 'VP8X' && data.length >= 10) {
    const low = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
    return { width: low(4), height: low(7) };
  }
  if (type === 'VP8L' && view.getUint8(0) === SIGNATURE_OF_LOSSLESS) {
    const bits = view.getUint32(1, true);
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
  }
  const isFrame = type === 'VP8 ' && data.length >= 10 && view.getUint32(2) % 16_777_216 === START_OF_FRAME;
  // The two highest bits are a scale that nobody applies.
  return isFrame
    ? { width: view.getUint16(6, true) & 0x3f_ff, height: view.getUint16(8, true) & 0x3f_ff }
    : undefined;
}

/** Removes the position from a WebP in place. */
export function removeWebpPosition(bytes: Bytes): void {
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'EXIF') removePosition(data);
    if (type === 'XMP ') blankPosition(data);
  }
}
