import type { Media } from '#shared/files/domain/media.ts';
import { loadMedia } from '#shared/files/http/media-access.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { FileStore, MediaReader } from '#shared/files/ports/media-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaReader, 'find'>;
  readonly files: Pick<FileStore, 'presignRead'>;
};

/** Reads the record of a file. It has a URL only after the upload is complete. */
export function createHandler({ media, files }: Dependencies): OperationHandler<typeof operation, Media> {
  return {
    load: (request) => loadMedia(media, request),

    async handle({ resource: found, now }) {
      const url = found.state === 'ready' ? await files.presignRead(found.objectKey, now) : null;
      return { status: 200, body: { data: { ...mediaView(found), url } } };
    },
  };
}
