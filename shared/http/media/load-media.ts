import { PlatformError } from '#shared/domain/errors.ts';
import type { Media } from '#shared/domain/media/media.ts';
import type { MediaStore } from '#shared/domain/ports/media-store.ts';
import type { Principal } from '#shared/domain/workspaces/principal.ts';
import { NOT_FOUND } from '#shared/http/steps/load-resource.ts';

type MediaRequest = {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
};

/** Finds the file a path names. @throws PlatformError `media_not_found` */
export async function loadMedia(
  media: Pick<MediaStore, 'find'>,
  { principal, params }: MediaRequest,
): Promise<Media> {
  const found = await media.find(principal.workspaceId, params['media'] ?? '');
  if (!found) throw new PlatformError('media_not_found', NOT_FOUND);
  return found;
}
