import { fileNameOf } from '#shared/files/domain/file-name.ts';
import { shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import { isMediaType, libraryType, type Media, MEDIA_LIMITS, newMedia } from '#shared/files/domain/media.ts';
import type { MediaForm } from '#shared/files/http/media-body.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { FileStore, MediaStore } from '#shared/files/ports/media-store.ts';
import { ValidationError, type ValidationIssue } from '#shared/platform/core/errors.ts';
import type { OperationRequest } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

export type FormUploadDependencies = {
  readonly media: Pick<MediaStore, 'find' | 'nextId' | 'create'>;
  readonly files: Pick<FileStore, 'store' | 'remove'>;
  readonly sniff: {
    /** Number of leading bytes that `detect` needs. */
    readonly length: number;
    readonly detect: (start: Uint8Array) => Promise<string | undefined>;
  };
};

/**
 * Stores the file of a form, then its record: a record without bytes would fail when it is published. If the process is killed in
 * between, bytes without a record remain until the workspace is erased.
 */
export function createFormUpload({ media, files, sniff }: FormUploadDependencies) {
  return async (
    { file, name, alt_text: altText }: MediaForm,
    { principal, now, baseUrl, command }: Omit<OperationRequest<typeof operation>, 'body'>,
  ) => {
    const { workspaceId } = principal;
    const { bytes } = file;
    // The type in the form is not used: many clients send application/octet-stream, or a type guessed from the name.
    const mimeType = libraryType(await sniff.detect(bytes.subarray(0, sniff.length)));
    if (mimeType === undefined || !isMediaType(mimeType)) throw new ValidationError([unknownContent()]);

    const identity = { id: await media.nextId(workspaceId), uuid: newId(now), workspaceId };
    const shown = name ?? fileNameOf(file.name, `Upload ${identity.id}`);
    const declared = newMedia({ name: shown, mimeType, size: bytes.length, altText }, identity, now);
    const ready: Media = { ...declared, ...shownPixels(mimeType, bytes), state: 'ready' };
    const response = {
      status: 201,
      headers: { Location: `${baseUrl}/os/api/${workspaceId}/media/${ready.uuid}` },
      body: { data: mediaView(ready) },
    };
    const context = await command(response);
    await files.store({ key: ready.objectKey, mimeType }, [bytes]);
    try {
      await media.create(ready, context);
    } catch (error) {
      // The write may have succeeded although its response was lost.
      if (!(await media.find(workspaceId, ready.uuid))) await files.remove(ready.objectKey);
      throw error;
    }
    return response;
  };
}

function unknownContent(): ValidationIssue {
  const allowed = Object.keys(MEDIA_LIMITS);
  const detail = `The content of the file is not of a type that the media library supports. Use one of ${allowed.join(', ')}.`;
  return { pointer: '#/file', code: 'invalid_format', detail, allowed };
}
