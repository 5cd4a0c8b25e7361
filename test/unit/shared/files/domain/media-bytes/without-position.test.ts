import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOrientation } from '#shared/files/domain/media-bytes/exif.ts';
import { shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import { withoutPosition } from '#shared/files/domain/media-bytes/without-position.ts';
import { blankPosition } from '#shared/files/domain/media-bytes/xmp.ts';
import type { MediaType } from '#shared/files/domain/media.ts';
import texts from '#test/corpus/positions.json' with { type: 'json' };
import {
  appleMetadata,
  box,
  exifOf,
  exifSegment,
  gifOf,
  jpegOf,
  longXmpSegments,
  mp4Of,
  packedXmpText,
  photoshopSegment,
  pngChunk,
  pngOf,
  POSITION_BYTES,
  POSITION_TEXT,
  PROFILE,
  rawProfile,
  trackHeader,
  webpOf,
  XMP,
  xmpSegment,
  xmpText,
} from '#test/support/fixtures/files/picture-files.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const located = box('udta', box('\u00a9xyz', latin1(`\0\u0009\u0015\u00c7${POSITION_TEXT}`)));
const uuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

const FILES: readonly (readonly [what: string, type: MediaType, file: Uint8Array<ArrayBuffer>])[] = [
  ['Exif in little-endian order', 'image/jpeg', jpegOf(exifSegment(), PROFILE)],
  ['Exif in big-endian order', 'image/jpeg', jpegOf(exifSegment(exifOf({ order: 'MM' })), PROFILE)],
  ['two segments of Exif', 'image/jpeg', jpegOf(exifSegment(exifOf({ hasPosition: false })), exifSegment())],
  ['XMP', 'image/jpeg', jpegOf(xmpSegment(), PROFILE)],
  ['Exif and XMP after the colours', 'image/jpeg', jpegOf(PROFILE, exifSegment(), xmpSegment())],
  ['XMP of several segments', 'image/jpeg', jpegOf(exifSegment(), longXmpSegments())],
  ['resources of Photoshop', 'image/jpeg', jpegOf(exifSegment(), photoshopSegment())],
  [
    'a second picture behind the first',
    'image/jpeg',
    new Uint8Array(Buffer.concat([jpegOf(exifSegment()), jpegOf(exifSegment(), xmpSegment())])),
  ],
  [
    'the movie of a motion photo',
    'image/jpeg',
    new Uint8Array(
      Buffer.concat([jpegOf(exifSegment()), latin1('MotionPhoto_Data'), mp4Of(trackHeader(), located)]),
    ),
  ],
  ['a picture that breaks off', 'image/jpeg', jpegOf(exifSegment(), xmpSegment()).slice(0, -10)],
  ['Exif', 'image/png', pngOf(pngChunk('eXIf', exifOf()))],
  [
    'Exif with the prefix of JPEG',
    'image/png',
    pngOf(pngChunk('eXIf', Buffer.concat([latin1('Exif\0\0'), exifOf()]))),
  ],
  ['XMP', 'image/png', pngOf(pngChunk('eXIf', exifOf()), xmpText(XMP))],
  ['compressed XMP', 'image/png', pngOf(pngChunk('eXIf', exifOf()), packedXmpText(XMP))],
  [
    'profiles as texts',
    'image/png',
    pngOf(pngChunk('eXIf', exifOf()), rawProfile('exif'), rawProfile('APP1')),
  ],
  [
    'single values as texts',
    'image/png',
    pngOf(pngChunk('tEXt', latin1(`exif:GPSLatitude\0${POSITION_TEXT}`))),
  ],
  ['Exif', 'image/webp', webpOf(['EXIF', exifOf()])],
  [
    'Exif with the prefix of JPEG',
    'image/webp',
    webpOf(['EXIF', Buffer.concat([latin1('Exif\0\0'), exifOf()])]),
  ],
  ['XMP', 'image/webp', webpOf(['EXIF', exifOf()], ['XMP ', latin1(XMP)])],
  ['XMP', 'image/gif', gifOf(XMP)],
  ['a place of Apple or Android', 'video/mp4', mp4Of(trackHeader(), located)],
  [
    'a place of 3GPP',
    'video/mp4',
    mp4Of(trackHeader(), box('udta', box('loci', latin1(`\0\0\0\0${POSITION_TEXT}`)))),
  ],
  ['metadata of Apple', 'video/quicktime', mp4Of(trackHeader(), appleMetadata(false))],
  ['metadata of Apple in MP4', 'video/mp4', mp4Of(trackHeader(), box('udta', appleMetadata(true)))],
  ['XMP', 'video/mp4', mp4Of(trackHeader(), box('uuid', uuid, latin1(XMP)))],
  ['XMP', 'video/quicktime', mp4Of(trackHeader(), box('udta', box('XMP_', latin1(XMP))))],
  ['a place of a track', 'video/mp4', mp4Of(Buffer.concat([trackHeader(), located]))],
];

describe('a file without its position', () => {
  it.each(FILES)('has lost %s (%s), and nothing else', (_, type, original) => {
    const before = Buffer.from(original);
    expect(before.includes(POSITION_BYTES) || before.includes(POSITION_TEXT)).toBe(true);

    const after = Buffer.from(withoutPosition(type, original.slice()));

    expect(after.includes(POSITION_BYTES)).toBe(false);
    expect(after.includes(POSITION_TEXT)).toBe(false);
    expect(shownPixels(type, new Uint8Array(after))).toEqual(shownPixels(type, original));
    expect(after.length).toBeLessThanOrEqual(original.length);
    if (type !== 'image/png') expect(after.length).toBe(original.length);
    for (const kept of ['A. Lens\0', 'Prin', 'no XMP', 'no metadata', 'A &gt; B', 'profile', 'Camera'])
      if (before.includes(kept)) expect(after.includes(kept)).toBe(true);
  });

  it.each(FILES.filter(([, type]) => type === 'image/png'))(
    'has valid checksums: %s',
    (_, type, original) => {
      const after = Buffer.from(withoutPosition(type, original.slice()));

      for (let at = 8; at < after.length;) {
        const end = at + 8 + after.readUInt32BE(at);
        expect(after.readUInt32BE(end)).toBe(crc32(after.subarray(at + 4, end)));
        at = end + 4;
      }
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps the orientation %i, and can be read again', (orientation) => {
    for (const order of ['II', 'MM'] as const) {
      const exif = exifOf({ order, orientation });
      const file = withoutPosition('image/jpeg', jpegOf(exifSegment(exif)));

      const rest = new Uint8Array(Buffer.from(file).subarray(12, 12 + exif.length));
      expect(readOrientation(rest)).toBe(orientation);
      expect(withoutPosition('image/jpeg', file.slice())).toEqual(file);
    }
  });

  it.each([
    ['image/jpeg', jpegOf(PROFILE)],
    ['image/png', pngOf(pngChunk('tEXt', latin1('Title\0GPS for beginners')))],
    ['image/webp', webpOf()],
    ['image/gif', gifOf('<x dc:title="GPS"/>')],
    ['video/mp4', mp4Of(trackHeader())],
    ['video/webm', new Uint8Array(latin1(`\u001aE\u00df\u00a3${POSITION_TEXT}`))],
  ] as const)('stays as it is if it is %s without one', (type, original) => {
    expect(withoutPosition(type, original.slice())).toEqual(original);
  });

  it('loses the notes of the manufacturer, which can contain the position in a secret form', () => {
    const original = jpegOf(exifSegment(exifOf({ hasPosition: false })));
    const after = Buffer.from(withoutPosition('image/jpeg', original.slice()));

    expect(Buffer.from(original).includes(POSITION_BYTES)).toBe(true);
    expect(after.includes(POSITION_BYTES)).toBe(false);
    expect(after.includes('A. Lens\0')).toBe(true);
  });

  it.each(texts)('$channel: $input ($report)', ({ input, right }) => {
    const bytes = new Uint8Array(Buffer.from(input));
    blankPosition(bytes);

    const text = Buffer.from(bytes).toString();
    expect(bytes.length).toBe(Buffer.byteLength(input));
    expect(text.replaceAll(/\s+/gu, ' ')).toBe(right);
  });
});
