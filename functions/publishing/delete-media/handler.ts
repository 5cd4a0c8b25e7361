import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log, type LogMessage } from '#shared/platform/runtime/logger.ts';
import { type Media, uploadKey } from '#shared/publishing/domain/media.ts';
import { loadMedia } from '#shared/publishing/http/media-access.ts';
import type { FileStore, MediaStore } from '#shared/publishing/ports/media-store.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import { findUse } from './find-use.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'find' | 'remove'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly posts: Pick<PostReader, 'list'>;
  readonly clock: Clock;
  readonly log: Log;
};

const BYTES_LEFT: LogMessage = {
  code: 'MEDIA_BYTES_LEFT',
  message: 'Objects of a deleted file are still stored',
};

/**
 * Deletes a file and its record, unless a scheduled post uses it. The record is deleted first, so that no post can reference
 * a ready file without bytes. If the bytes cannot be deleted, they only cost storage and an error is logged.
 */
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
      const user = await findUse(posts, found, clock);
      if (user) {
        const mayRead = principal.permissions.has('publishing:posts:read');
        throw new PlatformError(
          'media_in_use',
          'A scheduled post uses the file. Unschedule or change the post first.',
          mayRead ? { post_id: user.id } : {},
        );
      }
      const response = { status: 204 };
      await media.remove(found, await command(response));
      await removeBytes(found, requestId);
      return response;
    },
  };

  async function removeBytes(removed: Media, requestId: string): Promise<void> {
    const keys = [removed.objectKey, uploadKey(removed)];
    const outcomes = await Promise.allSettled(keys.map((key) => files.remove(key)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failure) return;
    const { workspaceId, uuid } = removed;
    const ids = { request_id: requestId, workspace_id: workspaceId, media_id: uuid };
    log.error(BYTES_LEFT, { ...ids, ...describeError(failure.reason) });
  }
}
