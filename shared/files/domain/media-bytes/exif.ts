import { type Bytes, textAt, viewOf } from './byte-view.ts';
import { blankPosition } from './xmp.ts';

/** Tags of Exif (CIPA DC-008) and of TIFF. */
const TAGS = {
  orientation: 0x01_12,
  subImages: 0x01_4a,
  xmp: 0x02_bc,
  exif: 0x87_69,
  position: 0x88_25,
  makerNote: 0x92_7c,
} as const;

/** Bytes of a value by its type: BYTE, ASCII, SHORT, LONG, RATIONAL, and the signed ones. */
const TYPE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const ENTRY_BYTES = 12;
/** The value of an entry is in the entry itself if it is not longer. */
const OWN_BYTES = 4;
/** Directories that are read: cameras write at most six. */
const MAX_DIRECTORIES = 32;

type Entry = {
  readonly tag: number;
  readonly at: number;
  /** Where the value is. It can end after the end of the bytes. */
  readonly valueAt: number;
  readonly valueBytes: number;
};

/** An image file directory (IFD) of TIFF: the number of entries, the entries, the offset of the next directory. */
type Directory = { readonly at: number; readonly entries: readonly Entry[]; readonly next: number };

/** The data of an Exif segment or chunk. Writers of PNG and WebP begin them with the prefix of JPEG, too. */
function tiffOf(bytes: Bytes) {
  const tiff = textAt(bytes, 0, 5) === 'Exif\0' ? bytes.subarray(6) : bytes;
  const order = textAt(tiff, 0, 4);
  const isLittle = order === 'II*\0';
  if (tiff.length < 8 || !(isLittle || order === 'MM\0*')) return undefined;
  const view = viewOf(tiff);
  const long = (at: number): number => (at + 4 <= tiff.length ? view.getUint32(at, isLittle) : 0);
  const short = (at: number): number => (at + 2 <= tiff.length ? view.getUint16(at, isLittle) : 0);

  function entryAt(at: number): Entry {
    const valueBytes = (TYPE_BYTES[short(at + 2)] ?? 1) * long(at + 4);
    return { tag: short(at), at, valueAt: valueBytes > OWN_BYTES ? long(at + 8) : at + 8, valueBytes };
  }

  return {
    bytes: tiff,
    view,
    isLittle,
    first: long(4),
    short,
    /** The offsets that an entry contains. */
    offsets({ valueAt, valueBytes }: Entry): number[] {
      const count = Math.floor(Math.min(Math.max(valueBytes, OWN_BYTES), tiff.length - valueAt) / 4);
      return Array.from({ length: Math.max(0, count) }, (_, index) => long(valueAt + index * 4));
    },
    /** A directory; the entries that do not fit are left out. */
    directory(at: number): Directory {
      const fitting = Math.floor((tiff.length - at - 2) / ENTRY_BYTES);
      const count = Math.max(0, Math.min(short(at), fitting));
      const entries = Array.from({ length: count }, (_, index) => entryAt(at + 2 + index * ENTRY_BYTES));
      return { at, entries, next: long(at + 2 + count * ENTRY_BYTES) };
    },
  };
}

type Tiff = NonNullable<ReturnType<typeof tiffOf>>;

/** The orientation of a picture, 1 to 8. From 5 on, the picture is shown with its width and height exchanged. */
export function readOrientation(exif: Bytes): number {
  const tiff = tiffOf(exif);
  const entry = tiff?.directory(tiff.first).entries.find(({ tag }) => tag === TAGS.orientation);
  const value = entry === undefined ? 1 : (tiff?.short(entry.valueAt) ?? 1);
  return value >= 1 && value <= 8 ? value : 1;
}

/**
 * Removes the position from Exif data in place, so that no offset changes: the directory of GPS, and what XMP in it contains. The notes of the
 * manufacturer are removed, too: their form is secret, and some contain the position.
 */
export function removePosition(exif: Bytes): void {
  const tiff = tiffOf(exif);
  if (tiff === undefined) return;
  const open = [tiff.first];
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at < 8 || seen.has(at) || seen.size === MAX_DIRECTORIES) continue;
    seen.add(at);
    const directory = tiff.directory(at);
    for (const entry of directory.entries) {
      if (entry.tag === TAGS.position) for (const gps of tiff.offsets(entry)) clearDirectory(tiff, gps);
      if (entry.tag === TAGS.makerNote) clearValue(tiff, entry);
      if (entry.tag === TAGS.xmp) blankPosition(valueOf(tiff, entry));
      if (entry.tag === TAGS.exif || entry.tag === TAGS.subImages) open.push(...tiff.offsets(entry));
    }
    open.push(directory.next);
    removeEntries(tiff, directory);
  }
}

function valueOf({ bytes }: Tiff, { valueAt, valueBytes }: Entry): Bytes {
  return bytes.subarray(valueAt, valueAt + valueBytes);
}

function clearValue(tiff: Tiff, entry: Entry): void {
  valueOf(tiff, entry).fill(0);
}

function clearDirectory(tiff: Tiff, at: number): void {
  if (at < 8) return;
  const { entries } = tiff.directory(at);
  for (const entry of entries) clearValue(tiff, entry);
  tiff.bytes.fill(0, at, at + 2 + entries.length * ENTRY_BYTES);
}

/** Removes the entries of the position from a directory. The others and the offset of the next directory move up. */
function removeEntries({ bytes, view, isLittle }: Tiff, { at, entries }: Directory): void {
  const kept = entries.filter(({ tag }) => tag !== TAGS.position);
  if (kept.length === entries.length) return;
  const start = at + 2;
  const end = start + entries.length * ENTRY_BYTES;
  const rest = bytes.slice(end, end + 4);
  const copies = kept.map((entry) => bytes.slice(entry.at, entry.at + ENTRY_BYTES));
  bytes.fill(0, start, end + 4);
  view.setUint16(at, kept.length, isLittle);
  for (const [index, copy] of [...copies, rest].entries()) bytes.set(copy, start + index * ENTRY_BYTES);
}
