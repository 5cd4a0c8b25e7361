import type { Media } from '#shared/files/domain/media.ts';
import * as filesErrors from '#shared/files/errors.ts';
import { loadMedia } from '#shared/files/http/media-access.ts';
import type { FileStore, MediaStore } from '#shared/files/ports/media-store.ts';
import { removeMediaBytes } from '#shared/files/use-cases/remove-media-bytes.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import { findMediaUses, TOO_MANY_POSTS } from '#shared/publishing/use-cases/find-media-uses.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'find' | 'remove'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly posts: Pick<PostReader, 'list'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Deletes a file and its record, unless a scheduled post uses the file, or there are too many scheduled posts to check. */
export function createHandler({
  media,
  files,
  posts,
  clock,
  log,
}: Dependencies): OperationHandler<typeof operation, Media> {
  return {
    load: (request) => loadMedia(media, request),

    async handle({ resource: found, principal, requestId, command }) {
      const { users, isComplete } = await findMediaUses(posts, found.workspaceId, new Set([found.id]), clock);
      const user = users.get(found.id);
      if (user) {
        const mayRead = principal.permissions.has('publishing:posts:read');
        throw new PlatformError(
          filesErrors.media_in_use,
          'A scheduled post uses the file. Unschedule or change the post first.',
          mayRead ? { post_id: user.id } : {},
        );
      }
      if (!isComplete) throw new PlatformError(filesErrors.media_in_use, TOO_MANY_POSTS);
      const response = { status: 204 };
      await media.remove(found, await command(response));
      await removeMediaBytes(files, log, found, requestId);
      return response;
    },
  };
}
