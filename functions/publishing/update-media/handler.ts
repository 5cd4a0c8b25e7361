import { editMedia, type Media } from '#shared/files/domain/media.ts';
import { loadMedia } from '#shared/files/http/media-access.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { MediaStore } from '#shared/files/ports/media-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly media: Pick<MediaStore, 'find' | 'save'> };

/** Edits the name and alternative text of a file. The bytes never change: a new file is a new upload. */
export function createHandler({ media }: Dependencies): OperationHandler<typeof operation, Media> {
  return {
    load: (request) => loadMedia(media, request),

    async handle({ resource: before, body, command }) {
      const after = editMedia(before, { name: body.name, altText: body.alt_text });
      const response = { status: 200, body: { data: mediaView(after ?? before) } };
      if (after) await media.save(before, after, await command(response));
      return response;
    },
  };
}
