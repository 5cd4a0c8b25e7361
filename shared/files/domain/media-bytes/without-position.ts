import type { MediaType } from '#shared/files/domain/media.ts';
import type { Bytes } from './byte-view.ts';
import { removeGifPosition } from './gif.ts';
import { removeMoviePosition } from './iso-boxes.ts';
import { removeJpegPosition } from './jpeg.ts';
import { withoutPngPosition } from './png.ts';
import { removeWebpPosition } from './webp.ts';

const REMOVALS: Readonly<Record<MediaType, ((bytes: Bytes) => Bytes | void) | null>> = {
  'image/jpeg': removeJpegPosition,
  'image/png': withoutPngPosition,
  'image/webp': removeWebpPosition,
  'image/gif': removeGifPosition,
  'video/mp4': removeMoviePosition,
  'video/quicktime': removeMoviePosition,
  'video/webm': null,
};

/**
 * Returns the file without the position in its metadata (docs/specification/publishing.md#position-data). Pixels, orientation and colours stay
 * the same, and the file does not become larger. `bytes` are changed: there is no memory for a copy of a video.
 */
export function withoutPosition(mimeType: MediaType, bytes: Bytes): Bytes {
  const remove = REMOVALS[mimeType];
  return (remove === null ? undefined : remove(bytes)) ?? bytes;
}
