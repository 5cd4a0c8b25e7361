import { uploadFault } from '#shared/files/domain/check-upload.ts';
import { MEASURED_BYTES, shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import { type KnownMedia, type Media, uploadKey } from '#shared/files/domain/media.ts';
import * as filesErrors from '#shared/files/errors.ts';
import { loadMedia } from '#shared/files/http/media-access.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { FileStore, FoundFile, MediaStore } from '#shared/files/ports/media-store.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'find' | 'save'>;
  readonly files: Pick<FileStore, 'inspect' | 'copy' | 'remove'>;
  readonly sniff: {
    /** Detects the MIME type from the first bytes; undefined if the type is unknown. */
    readonly detect: (start: Uint8Array) => Promise<string | undefined>;
  };
};

/**
 * Completes an upload: verifies that it matches the declaration and copies exactly that version to a key that no upload URL
 * can write to. Every step is repeatable: after a crash, the upload can be completed again or expires.
 */
export function createHandler({
  media,
  files,
  sniff,
}: Dependencies): OperationHandler<typeof operation, Media> {
  /** Returns the upload if it matches the declaration; otherwise deletes it and throws. */
  async function checkedUpload(declared: KnownMedia, upload: string): Promise<FoundFile> {
    const found = await files.inspect(upload, MEASURED_BYTES);
    const fault = uploadFault(declared, found && (await detectType(found)));
    if (found && !fault) return found;
    if (found) await files.remove(upload);
    // Another request completed the upload between the two reads: retry.
    const current = await media.find(declared.workspaceId, declared.uuid);
    if (current?.state === 'ready') throw new ConcurrentUpdateError();
    throw new PlatformError(filesErrors.media_not_uploaded, fault?.detail ?? '', { reason: fault?.reason });
  }

  async function detectType({ size, start }: FoundFile) {
    return { size, type: await sniff.detect(start) };
  }

  return {
    load: (request) => loadMedia(media, request),
    uuidOf: ({ uuid }) => uuid,

    async handle({ resource: before, command }) {
      if (before.state === 'ready') return { status: 200, body: { data: mediaView(before) } };
      if (before.state !== 'pending') throw notAnUpload();
      const upload = uploadKey(before);
      const { version, start } = await checkedUpload(before, upload);
      const isCopied = await files.copy({ key: upload, version }, before.objectKey);
      // The upload was replaced, or another request completed it: retry.
      if (!isCopied) throw new ConcurrentUpdateError();

      const pixels = shownPixels(before.mimeType, start);
      const ready: Media = { ...before, ...pixels, state: 'ready', revision: before.revision + 1 };
      const response = { status: 200, body: { data: mediaView(ready) } };
      try {
        await media.save(before, ready, await command(response));
      } catch (error) {
        await removeOrphan(before);
        throw error;
      }
      await files.remove(upload);
      return response;
    },
  };

  /** Deletes the copy if the record is gone: `delete-media` may have run before the copy existed. */
  async function removeOrphan({ workspaceId, uuid, objectKey }: Media): Promise<void> {
    if (!(await media.find(workspaceId, uuid))) await files.remove(objectKey);
  }
}

function notAnUpload(): PlatformError {
  const detail =
    'The file comes from a URL, so there is no upload to complete. Call getMedia until its state is `ready`.';
  return new PlatformError(filesErrors.media_not_uploaded, detail, { reason: 'not_an_upload' });
}
