import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Media } from '#shared/publishing/domain/media.ts';
import type { MediaStore } from '#shared/publishing/ports/media-store.ts';

type MediaRequest = {
  readonly principal: Principal;
  readonly params: { readonly media: string };
};

/** Finds the file of the path. @throws PlatformError `media_not_found` */
export async function loadMedia(
  media: Pick<MediaStore, 'find'>,
  { principal, params }: MediaRequest,
): Promise<Media> {
  const found = await media.find(principal.workspaceId, params.media);
  if (!found) throw new PlatformError('media_not_found', NOT_FOUND);
  return found;
}
