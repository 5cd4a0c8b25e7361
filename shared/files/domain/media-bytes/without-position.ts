import type { MediaType } from '#shared/files/domain/media.ts';
import type { Bytes } from './byte-view.ts';
import { removeGifPosition } from './gif.ts';
import { removeMoviePosition } from './iso-boxes.ts';
import { removeJpegPosition } from './jpeg.ts';
import { withoutPngPosition } from './png.ts';
import { removeWebpPosition } from './webp.ts';

const IN_PLACE: Readonly<Partial<Record<MediaType, (bytes: Bytes) => void>>> = {
  'image/jpeg': removeJpegPosition,
  'image/webp': removeWebpPosition,
  'image/gif': removeGifPosition,
  'video/mp4': (bytes) => removeMoviePosition(bytes),
  'video/quicktime': (bytes) => removeMoviePosition(bytes),
};

/**
 * Returns the file without the position in its metadata (docs/specification/publishing.md#position-data). Pixels, orientation and colours stay
 * the same, and the file does not become larger. `bytes` are changed: there is no memory for a copy of a video.
 */
export function withoutPosition(mimeType: MediaType, bytes: Bytes): Bytes {
  if (mimeType === 'image/png') return withoutPngPosition(bytes);
  IN_PLACE[mimeType]?.(bytes);
  return bytes;
}
