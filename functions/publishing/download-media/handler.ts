import { MEASURED_BYTES, shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import {
  afterFailedAttempt,
  atAttempt,
  downloadedMedia,
  failedDownload,
  isSameAttempt,
} from '#shared/files/domain/media-download.ts';
import {
  type Media,
  type MediaPixels,
  type MediaType,
  objectKeyOf,
  type RemoteMedia,
  uploadKey,
} from '#shared/files/domain/media.ts';
import type { FileStore, MediaDownloads, StoredFile } from '#shared/files/ports/media-store.ts';
import { DownloadError, type RemoteFiles } from '#shared/files/ports/remote-files.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

const OUTDATED = { code: 'DOWNLOAD_OUTDATED', message: 'Job is outdated; nothing to do' };
const STEP = { code: 'DOWNLOAD_STEP', message: 'An attempt to download a file has ended' };
const INTERRUPTED = {
  code: 'DOWNLOAD_INTERRUPTED',
  message: 'A download ended with the state failed, because its attempts did not end',
};

export type Dependencies = {
  readonly downloads: MediaDownloads;
  readonly files: Pick<FileStore, 'store' | 'copy' | 'remove'>;
  readonly remoteFiles: RemoteFiles;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Makes one attempt to download the file of a URL. The bytes are stored under the key of uploads, which expires, and copied to the key
 * of the file when they are complete. An attempt that is killed at any point leaves an upload that expires, or a copy that the next
 * attempt replaces.
 */
export function createHandler({
  downloads,
  files,
  remoteFiles,
  clock,
  backOff,
  newNonce,
  log,
}: Dependencies) {
  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspaceId, id: uuid, seq } = job;
    const about = { workspace_id: workspaceId, media_id: uuid };
    const found = await downloads.find(workspaceId, uuid);
    const timing = jobTiming(found?.download?.due, job, clock());
    // SQS delivers the message again after its visibility timeout. If that is still too early, the sweep finds the job later.
    if (timing === 'early') throw new RetryMessageError('The next attempt starts later');
    if (!found?.download || timing === 'outdated') {
      // An attempt that was killed before could not see that the file was deleted.
      if (!found) await removeBytes({ workspaceId, uuid });
      return log.info(OUTDATED, { ...about, seq });
    }
    const claimed = await step(found, messageId, (media) => atAttempt(media, clock()));
    if (claimed?.state !== 'downloading') {
      if (claimed) log.error(INTERRUPTED, about);
      return;
    }
    const ended = await attempt(claimed, messageId);
    const failure = ended?.download?.failure?.code;
    // Without a state, the file was deleted, or another attempt has taken over.
    log.info(STEP, { ...about, state: ended?.state, attempt: claimed.download.attempts, failure });
  };

  /** Returns the file as the attempt has stored it; undefined if it was deleted. */
  async function attempt(claimed: RemoteMedia, requestId: string): Promise<Media | undefined> {
    let stored: Download;
    try {
      stored = await fetchFile(claimed);
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      const { failure, canPass } = error;
      return step(claimed, requestId, (media) =>
        canPass ? afterFailedAttempt(media, failure, clock()) : failedDownload(media, failure),
      );
    }
    const upload = uploadKey(claimed);
    // Another attempt has replaced the upload, or the file was deleted with it.
    if (!(await files.copy({ key: upload, version: stored.version }, claimed.objectKey))) return undefined;
    const ready = await step(claimed, requestId, (media) => downloadedMedia(media, stored));
    if (ready) await files.remove(upload);
    return ready;
  }

  async function fetchFile(claimed: RemoteMedia): Promise<Download> {
    const file = await remoteFiles.open(claimed.download.url ?? '');
    try {
      const { mimeType } = file;
      const start: Uint8Array[] = [];
      const body = keepingStart(file.body, start);
      const stored = await files.store({ key: uploadKey(claimed), mimeType }, body);
      return { mimeType, ...stored, ...shownPixels(mimeType, new Uint8Array(Buffer.concat(start))) };
    } finally {
      file.close();
    }
  }

  /**
   * Stores a step, also if the name of the file was edited meanwhile. Returns undefined if another run has taken over, or if the file
   * was deleted: then nothing of it remains.
   */
  async function step<After extends Media>(
    seen: RemoteMedia,
    requestId: string,
    next: (media: RemoteMedia) => After,
  ): Promise<After | undefined> {
    return retryOnConflict(backOff, async (isRetry) => {
      const current = isRetry ? await downloads.find(seen.workspaceId, seen.uuid) : seen;
      if (!current) await removeBytes(seen);
      if (!isSameAttempt(seen, current)) return undefined;
      const after = next(current);
      if (!(await downloads.advance(current, after, changeNow(requestId)))) throw new ConcurrentUpdateError();
      return after;
    });
  }

  async function removeBytes(file: Pick<Media, 'workspaceId' | 'uuid'>): Promise<void> {
    await files.remove(objectKeyOf(file));
    await files.remove(uploadKey(file));
  }

  function changeNow(requestId: string): Change {
    return systemChange('download-media', { requestId, nonce: newNonce(), at: clock() });
  }
}

type Download = StoredFile & MediaPixels & { readonly mimeType: MediaType };

/** Passes a body on, and keeps its first bytes in `start`. */
async function* keepingStart(
  body: AsyncIterable<Uint8Array>,
  start: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    if (size < MEASURED_BYTES) start.push(chunk);
    size += chunk.length;
    yield chunk;
  }
}
