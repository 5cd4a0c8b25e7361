import type { Media } from '#shared/files/domain/media.ts';
import { loadMedia } from '#shared/files/http/media-access.ts';
import { downloadView } from '#shared/files/http/media-view.ts';
import type { MediaReader } from '#shared/files/ports/media-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly media: Pick<MediaReader, 'find'> };

/** Reads the status of a download, for clients of Mixpost. */
export function createHandler({ media }: Dependencies): OperationHandler<typeof operation, Media> {
  return {
    load: (request) => loadMedia(media, request),
    handle: async ({ resource }) => ({ status: 200, body: downloadView(resource) }),
  };
}
