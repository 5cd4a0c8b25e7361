import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import { withoutPosition } from '#shared/files/domain/media-bytes/without-position.ts';
import { MEDIA_LIMITS, type MediaType } from '#shared/files/domain/media.ts';
import {
  appleMetadata,
  box,
  exifOf,
  exifSegment,
  gifOf,
  jpegOf,
  longXmpSegments,
  mp4Of,
  photoshopSegment,
  pngChunk,
  pngOf,
  trackHeader,
  webpOf,
  XMP,
  xmpSegment,
  xmpText,
} from '#test/support/fixtures/files/picture-files.ts';

const TYPES = Object.keys(MEDIA_LIMITS) as MediaType[];
const SEEDS = [
  jpegOf(exifSegment(), xmpSegment(), longXmpSegments(), photoshopSegment()),
  jpegOf(exifSegment(exifOf({ order: 'MM' }))),
  pngOf(pngChunk('eXIf', exifOf()), xmpText(XMP)),
  webpOf(['EXIF', exifOf()], ['XMP ', Buffer.from(XMP, 'latin1')]),
  gifOf(XMP),
  mp4Of(trackHeader(), appleMetadata(true), box('udta', box('\u00a9xyz', Buffer.from('+52')))),
];

/** A file with some bytes replaced, cut anywhere. */
const damaged = fc
  .tuple(
    fc.constantFrom(...SEEDS),
    fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0xff))), { maxLength: 12 }),
    fc.nat(),
  )
  .map(([seed, changes, cut]) => {
    const bytes = seed.slice();
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    return cut % 3 === 0 ? bytes.slice(0, cut % (bytes.length + 1)) : bytes;
  });
const anything = fc.oneof(
  damaged,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
);

describe('the bytes of any file', () => {
  it('can be read for a size, and never make an invalid one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), anything, (type, bytes) => {
        const { width, height } = shownPixels(type, bytes);

        expect(width === null).toBe(height === null);
        for (const side of [width, height])
          expect(side === null || (Number.isInteger(side) && side > 0)).toBe(true);
      }),
    );
  });

  it('lose the position without an error, do not grow, and lose nothing more the second time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), anything, (type, bytes) => {
        const once = withoutPosition(type, bytes.slice());
        const twice = withoutPosition(type, once.slice());

        expect(once.length).toBeLessThanOrEqual(bytes.length);
        expect(Buffer.from(twice).equals(once)).toBe(true);
      }),
    );
  });
});
