import { cutText } from '#shared/platform/core/text.ts';
import { UPLOAD_MS } from '#shared/publishing/networks/network-call.ts';
import { readMedia } from '#shared/publishing/networks/publish-thread.ts';
import { finalError } from '#shared/publishing/networks/publishing-stop.ts';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { isOwnHost, isSuccess, type LinkedInApi } from './linkedin-api.ts';
import { uploadSchema } from './linkedin-schemas.ts';

/** LinkedIn truncates nothing: a longer alternative text is an error. */
const MAX_ALT = 4086;

const FORMATS: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif']);

/** An image as part of a post. */
export type PostImage = { readonly id: string; readonly altText?: string };

/** Uploads an image. An upload without a post is invisible, so it may be repeated. @throws PublishingStopError */
export async function uploadImage(
  linkedIn: LinkedInApi,
  origin: string,
  media: OutgoingMedia,
): Promise<PostImage> {
  if (!FORMATS.has(media.mimeType))
    throw finalError(
      'media_unsupported',
      `LinkedIn accepts JPEG, PNG and GIF. Replace the file ${media.id}, which is ${media.mimeType}.`,
    );
  const { author, network, post, upload } = linkedIn;
  const bytes = await readMedia(media);
  const begin = post('/rest/images?action=initializeUpload', { initializeUploadRequest: { owner: author } });
  const { value } = await network.call(begin, uploadSchema);
  if (!isOwnHost(value.uploadUrl, origin))
    throw finalError('network_refused', 'LinkedIn returned an upload address of another host.');
  const call = upload(value.uploadUrl, media.mimeType, bytes, UPLOAD_MS);
  const response = await network.send(call);
  if (!isSuccess(response)) network.read(response, call, uploadSchema);
  const altText = cutText(media.altText ?? '', MAX_ALT, 'code-points');
  return { id: value.image, ...(altText === '' ? {} : { altText }) };
}
