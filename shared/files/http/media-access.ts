import type { Media } from '#shared/files/domain/media.ts';
import * as filesErrors from '#shared/files/errors.ts';
import type { MediaReader } from '#shared/files/ports/media-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the media library and its files. */
export const MEDIA_READ = keyWith('publishing:media:read');

/** Uploading, describing and deleting files. */
export const MEDIA_WRITE = keyWith('publishing:media:write');

/** URLs accept both ids of files (docs/specification.md#two-ids). */
export const mediaParameter = {
  form: 'uuid-or-integer',
  notFound: filesErrors.media_not_found,
} as const satisfies PathParameter;

type MediaRequest = {
  readonly principal: Principal;
  readonly params: { readonly media: string };
};

/** Finds the file of the path. @throws PlatformError `media_not_found` */
export async function loadMedia(
  media: Pick<MediaReader, 'find'>,
  { principal, params }: MediaRequest,
): Promise<Media> {
  const found = await media.find(principal.workspaceId, params.media);
  if (!found) throw notFound(filesErrors.media_not_found);
  return found;
}
