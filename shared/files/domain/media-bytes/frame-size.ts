import {
  MEDIA_LIMITS,
  type MediaPixels,
  type MediaType,
  UNKNOWN_PIXELS,
} from '#shared/files/domain/media.ts';
import type { Bytes } from './byte-view.ts';
import type { Frame } from './frame.ts';
import { gifSize } from './gif.ts';
import { movieSize } from './iso-boxes.ts';
import { jpegSize } from './jpeg.ts';
import { pngSize } from './png.ts';
import { webpSize } from './webp.ts';

/** Bytes that are read of a new file: each picture except a long GIF as a whole, because its orientation can be at its end. */
export const MEASURED_BYTES = MEDIA_LIMITS['image/jpeg'];

const READERS: Readonly<Record<MediaType, ((bytes: Bytes) => Frame | null) | null>> = {
  'image/jpeg': jpegSize,
  'image/png': pngSize,
  'image/webp': webpSize,
  'image/gif': gifSize,
  'video/mp4': movieSize,
  'video/quicktime': movieSize,
  'video/webm': null,
};

/** Reads the size of a file as it is shown, after the orientation of its metadata. It is unknown if the bytes do not say it. */
export function shownPixels(mimeType: MediaType, bytes: Bytes): MediaPixels {
  const read = READERS[mimeType];
  const size = read === null ? null : read(bytes);
  if (size === null || size.width === 0 || size.height === 0) return UNKNOWN_PIXELS;
  const { width, height, orientation } = size;
  return orientation < 5 ? { width, height } : { width: height, height: width };
}
