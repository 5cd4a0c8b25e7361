import { shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { uploadSchema } from './bluesky-schemas.ts';
import type { Blob } from './bluesky-schemas.ts';
import type { BlueskySession } from './bluesky-session.ts';
import { UPLOAD_MS } from './network-call.ts';
import { readMedia } from './publish-thread.ts';
import { finalError } from './publishing-stop.ts';

/** Maximum size of an image in a post (lexicon app.bsky.embed.images). */
const MAX_IMAGE_BYTES = 2_000_000;
/** More images are a gallery, which older clients do not show. */
const MAX_IMAGES = 4;

type AspectRatio = { readonly width: number; readonly height: number };
type Image = { readonly image: Blob; readonly alt: string; readonly aspectRatio?: AspectRatio };

/** The images of a post: up to 4 as app.bsky.embed.images, more as app.bsky.embed.gallery. */
export type ImagesEmbed =
  | { readonly $type: 'app.bsky.embed.images'; readonly images: readonly Image[] }
  | {
      readonly $type: 'app.bsky.embed.gallery';
      readonly items: readonly (Required<Image> & { readonly $type: 'app.bsky.embed.gallery#image' })[];
    };

/** Uploads the files of a post and embeds them. @throws PublishingStopError */
export async function embedImages(
  session: BlueskySession,
  media: readonly OutgoingMedia[],
): Promise<ImagesEmbed> {
  const images: Image[] = [];
  for (const file of media) images.push(await uploadImage(session, file, media.length > MAX_IMAGES));
  if (images.length <= MAX_IMAGES) return { $type: 'app.bsky.embed.images', images };
  const items = images.flatMap(({ aspectRatio, ...image }) =>
    aspectRatio === undefined
      ? []
      : [{ $type: 'app.bsky.embed.gallery#image', ...image, aspectRatio } as const],
  );
  return { $type: 'app.bsky.embed.gallery', items };
}

async function uploadImage(
  session: BlueskySession,
  media: OutgoingMedia,
  inGallery: boolean,
): Promise<Image> {
  const { id, mimeType, size, altText } = media;
  if (!mimeType.startsWith('image/')) {
    throw finalError('media_unsupported', `Bluesky supports only images. The file ${id} is ${mimeType}.`);
  }
  if (size > MAX_IMAGE_BYTES) {
    const limit = `Images on Bluesky can have at most ${MAX_IMAGE_BYTES} bytes`;
    throw finalError('media_unsupported', `${limit}. The file ${id} has ${size}.`);
  }
  const bytes = await readMedia(media);
  const { width, height } = shownPixels(mimeType, bytes);
  if (inGallery && (width === null || height === null))
    throw finalError(
      'media_unsupported',
      `More than ${MAX_IMAGES} images on Bluesky need a width and a height. The file ${id} does not say its own: replace it, or use at most ${MAX_IMAGES} images.`,
    );
  const call = session.upload('com.atproto.repo.uploadBlob', mimeType, bytes, UPLOAD_MS);
  const { blob } = await session.network.call(call, uploadSchema);
  const aspectRatio = width === null || height === null ? {} : { aspectRatio: { width, height } };
  return { image: blob, alt: altText ?? '', ...aspectRatio };
}
