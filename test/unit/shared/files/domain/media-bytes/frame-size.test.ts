import { describe, expect, it } from 'vitest';
import { shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import type { MediaType } from '#shared/files/domain/media.ts';
import {
  exifOf,
  exifSegment,
  gifOf,
  jpegOf,
  mp4Of,
  pngChunk,
  pngOf,
  trackHeader,
  webpOf,
} from '#test/support/fixtures/files/picture-files.ts';

const LYING = { width: 400, height: 100 };
const UNKNOWN = { width: null, height: null };
const STANDING = { width: 100, height: 400 };
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const prefixed = Buffer.concat([Buffer.from('Exif\0\0'), exifOf({ orientation: 8 })]);

const FILES: readonly (readonly [
  what: string,
  type: MediaType,
  file: Uint8Array<ArrayBuffer>,
  shown: unknown,
])[] = [
  ['a JPEG without Exif', 'image/jpeg', jpegOf(), LYING],
  ['a JPEG with Exif before its frame', 'image/jpeg', jpegOf(exifSegment()), STANDING],
  ['a PNG', 'image/png', pngOf(), LYING],
  ['a PNG with Exif', 'image/png', pngOf(pngChunk('eXIf', exifOf({ orientation: 5 }))), STANDING],
  [
    'a PNG of Xcode',
    'image/png',
    bytes(
      '89504e470d0a1a0a0000000443674249500020062cb877660000000d494844520000019000000064080200000000000000',
    ),
    LYING,
  ],
  ['a PNG without its header', 'image/png', pngOf().slice(0, 20), UNKNOWN],
  ['a GIF', 'image/gif', gifOf(''), LYING],
  ['a GIF without a size', 'image/gif', bytes('47494638396100000000000000'), UNKNOWN],
  ['an extended WebP', 'image/webp', webpOf(), LYING],
  ['an extended WebP with Exif behind the picture', 'image/webp', webpOf(['EXIF', prefixed]), STANDING],
  ['a lossless WebP', 'image/webp', bytes('5249464614000000574542505650384c070000002f8fc118000788'), LYING],
  [
    'a lossy WebP',
    'image/webp',
    bytes('5249464616000000574542505650382 00a00000030010 09d012a9001 6400'.replaceAll(' ', '')),
    LYING,
  ],
  ['an MP4', 'video/mp4', mp4Of(trackHeader()), LYING],
  ['an MP4 of a phone held upright', 'video/mp4', mp4Of(trackHeader({ isTurned: true })), STANDING],
  ['an MP4 with long times', 'video/quicktime', mp4Of(trackHeader({ version: 1, isTurned: true })), STANDING],
  ['an MP4 with sound only', 'video/mp4', mp4Of(trackHeader({ width: 0, height: 0 })), UNKNOWN],
  [
    'an MP4 whose headers are at its end',
    'video/mp4',
    bytes('0000000c667479706d70343200010000 6d646174'.replaceAll(' ', '')),
    UNKNOWN,
  ],
  ['a WebM', 'video/webm', bytes('1a45dfa3'), UNKNOWN],
  ['nothing', 'image/jpeg', bytes(''), UNKNOWN],
];

describe('shownPixels', () => {
  it.each(FILES)('reads %s', (_, type, file, shown) => {
    expect(shownPixels(type, file)).toEqual(shown);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'exchanges width and height for the orientations 5 to 8: %i',
    (orientation) => {
      for (const order of ['II', 'MM'] as const)
        expect(shownPixels('image/jpeg', jpegOf(exifSegment(exifOf({ order, orientation }))))).toEqual(
          orientation < 5 ? LYING : STANDING,
        );
    },
  );

  it.each([0, 9, 40_000])('ignores the orientation %i, which does not exist', (orientation) => {
    expect(shownPixels('image/jpeg', jpegOf(exifSegment(exifOf({ orientation }))))).toEqual(LYING);
  });
});
