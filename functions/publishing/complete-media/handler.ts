import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import { uploadFault } from '#shared/publishing/domain/check-upload.ts';
import { type Media, uploadKey } from '#shared/publishing/domain/media.ts';
import { mediaView } from '#shared/publishing/http/media-view.ts';
import type { FileStore, FoundFile, MediaStore } from '#shared/publishing/ports/media-store.ts';
import { loadMedia } from '#shared/publishing/use-cases/load-media.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'find' | 'save'>;
  readonly files: Pick<FileStore, 'inspect' | 'copy' | 'remove'>;
  readonly sniff: {
    /** How many first bytes tell a type. */
    readonly length: number;
    /** The MIME type that first bytes speak of, if any. */
    readonly typeOf: (start: Uint8Array) => Promise<string | undefined>;
  };
};

/**
 * Makes an uploaded file ready: what was found must be what was announced (decisions 5.1), and that very version moves to
 * where no upload URL can reach it. Every step can be repeated: a crash leaves an upload that expires, or one to complete again.
 */
export function createHandler({
  media,
  files,
  sniff,
}: Dependencies): OperationHandler<typeof operation, Media> {
  /** The version of the upload, once it is known to be the announced file; anything else is thrown away. */
  async function checkedVersion(announced: Media, upload: string): Promise<string> {
    const found = await files.inspect(upload, sniff.length);
    const fault = uploadFault(announced, found && (await seenAs(found)));
    if (found && !fault) return found.version;
    if (found) await files.remove(upload);
    // Another request completed it between our look at the record and our look at the upload: look again.
    const current = await media.find(announced.workspaceId, announced.uuid);
    if (current?.state === 'ready') throw new ConcurrentUpdateError();
    throw new PlatformError('media_not_uploaded', fault?.detail ?? '', { reason: fault?.reason });
  }

  async function seenAs({ size, start }: FoundFile) {
    return { size, type: await sniff.typeOf(start) };
  }

  return {
    load: (request) => loadMedia(media, request),

    async handle({ resource: before, command }) {
      if (before.state === 'ready') return { status: 200, body: { data: mediaView(before) } };
      const upload = uploadKey(before);
      const version = await checkedVersion(before, upload);
      const moved = await files.copy({ key: upload, version }, before.objectKey);
      // Another upload came in between, or another request completed this one: look again.
      if (!moved) throw new ConcurrentUpdateError();

      const ready: Media = { ...before, state: 'ready', revision: before.revision + 1 };
      const answer = { status: 200, body: { data: mediaView(ready) } };
      try {
        await media.save(before, ready, await command(answer));
      } catch (error) {
        await removeOrphan(before);
        throw error;
      }
      await files.remove(upload);
      return answer;
    },
  };

  /** Who deleted the record meanwhile did so before the copy was there. */
  async function removeOrphan({ workspaceId, uuid, objectKey }: Media): Promise<void> {
    if (!(await media.find(workspaceId, uuid))) await files.remove(objectKey);
  }
}
