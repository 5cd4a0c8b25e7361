import { PlatformError } from '#shared/domain/errors.ts';
import { type Media, uploadKey } from '#shared/domain/media/media.ts';
import type { FileStore, MediaStore } from '#shared/domain/ports/media-store.ts';
import type { PostStore } from '#shared/domain/ports/post-store.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadMedia } from '#shared/http/media/load-media.ts';
import { findUse } from './find-use.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'find' | 'remove'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly posts: Pick<PostStore, 'list'>;
};

/**
 * Deletes a file and its record, unless a scheduled post would miss it (decisions 5.1). The bytes go first: whatever
 * fails after that, the record is still there to be deleted again, and no bytes are left that nobody knows of.
 */
export function createDeleteMediaHandler({
  media,
  files,
  posts,
}: Dependencies): OperationHandler<typeof operation, Media> {
  return {
    load: (request) => loadMedia(media, request),

    async handle({ resource: found, principal, command }) {
      const user = await findUse(posts, found);
      if (user) {
        const mayRead = principal.permissions.has('publishing:posts:read');
        throw new PlatformError(
          'media_in_use',
          'A scheduled post uses the file. Unschedule or change the post first.',
          mayRead ? { post_id: user.id } : {},
        );
      }
      await files.remove(uploadKey(found));
      await files.remove(found.objectKey);
      const answer = { status: 204 };
      await media.remove(found, await command(answer));
      return answer;
    },
  };
}
