import { type Bytes, textAt, viewOf } from './byte-view.ts';
import { readOrientation, removePosition } from './exif.ts';
import type { Frame } from './frame.ts';
import { blankPosition } from './xmp.ts';

const SIGNATURE_BYTES = 8;
/** The length and the type before the data, and the checksum after them. */
const FRAME_BYTES = 12;
const XMP = 'XML:com.adobe.xmp';
/** Keywords of texts with a whole profile as hexadecimal digits, and of texts with single values of Exif, both as ImageMagick writes them. */
const POSITION_TEXT = /^(?:raw profile type (?:exif|app1|xmp)|.*gps.*|.*latitude.*|.*longitude.*|geo.*)$/iu;
const TEXTS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);
const MAX_KEYWORD = 79;

type Chunk = { readonly type: string; readonly data: Bytes; readonly whole: Bytes };

function* chunksOf(bytes: Bytes): Generator<Chunk> {
  const view = viewOf(bytes);
  let at = SIGNATURE_BYTES;
  while (at + FRAME_BYTES <= bytes.length) {
    const end = at + FRAME_BYTES + view.getUint32(at);
    yield {
      type: textAt(bytes, at + 4, 4),
      data: bytes.subarray(at + 8, Math.min(end - 4, bytes.length)),
      whole: bytes.subarray(at, end),
    };
    at = end;
  }
  if (at < bytes.length) yield { type: '', data: bytes.subarray(at), whole: bytes.subarray(at) };
}

/** The size of the picture as it is shown; null if its header is missing. */
export function pngSize(bytes: Bytes): Frame | null {
  const chunks = [...chunksOf(bytes)];
  const header = chunks.find(({ type, data }) => type === 'IHDR' && data.length >= 8);
  if (header === undefined) return null;
  const view = viewOf(header.data);
  const exif = chunks.find(({ type }) => type === 'eXIf');
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    orientation: exif === undefined ? 1 : readOrientation(exif.data),
  };
}

/** Returns a PNG without the position. `bytes` change, too. */
export function withoutPngPosition(bytes: Bytes): Bytes {
  const kept: Bytes[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (const chunk of chunksOf(bytes)) if (isKept(chunk)) kept.push(chunk.whole);
  const result = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of kept) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Removes the position from a chunk. Returns false for a chunk that has to be left out. */
function isKept(chunk: Chunk): boolean {
  const { type, data } = chunk;
  if (type === 'eXIf') {
    removePosition(data);
    sign(chunk);
  }
  if (!TEXTS.has(type)) return true;
  const [keyword = ''] = textAt(data, 0, MAX_KEYWORD + 1).split('\0');
  if (POSITION_TEXT.test(keyword)) return false;
  if (keyword !== XMP) return true;
  // After the keyword: whether the text is compressed, the method, a language and a translated keyword.
  if (type !== 'iTXt' || data[keyword.length + 1] !== 0) return false;
  blankPosition(data);
  sign(chunk);
  return true;
}

/** Writes the checksum of a changed chunk. A chunk that the file does not contain as a whole has none. */
function sign({ data, whole }: Chunk): void {
  if (whole.length < data.length + FRAME_BYTES) return;
  viewOf(whole).setUint32(whole.length - 4, checksum(whole.subarray(4, -4)));
}

/** CRC-32 as PNG defines it. */
function checksum(bytes: Bytes): number {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~rest >>> 0;
}
