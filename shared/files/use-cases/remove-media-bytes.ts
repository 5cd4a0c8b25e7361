import { type Media, uploadKey } from '#shared/files/domain/media.ts';
import type { FileStore } from '#shared/files/ports/media-store.ts';
import { describeError, type Log, type LogMessage } from '#shared/platform/runtime/logger.ts';

const BYTES_LEFT: LogMessage = {
  code: 'MEDIA_BYTES_LEFT',
  message: 'Objects of a deleted file are still stored',
};

/**
 * Deletes the bytes of a file whose record was deleted before, so that no post can reference a ready file without bytes. If the
 * bytes cannot be deleted, they only cost storage, and an error is logged.
 */
export async function removeMediaBytes(
  files: Pick<FileStore, 'remove'>,
  log: Log,
  removed: Media,
  requestId: string,
): Promise<void> {
  const keys = [removed.objectKey, uploadKey(removed)];
  const outcomes = await Promise.allSettled(keys.map((key) => files.remove(key)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failure) return;
  const { workspaceId, uuid } = removed;
  const ids = { request_id: requestId, workspace_id: workspaceId, media_id: uuid };
  log.error(BYTES_LEFT, { ...ids, ...describeError(failure.reason) });
}
