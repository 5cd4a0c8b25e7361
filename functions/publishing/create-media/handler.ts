import { type ValidationIssue, ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { newMedia, isMediaType, MEDIA_LIMITS, uploadKey } from '#shared/publishing/domain/media.ts';
import { mediaView } from '#shared/publishing/http/media-view.ts';
import type { FileStore, MediaStore } from '#shared/publishing/ports/media-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'nextId' | 'create'>;
  readonly files: Pick<FileStore, 'presignUpload'>;
};

/**
 * Creates an upload. The client sends the bytes directly to the bucket, because they exceed the limits of API Gateway and
 * Lambda. The file is pending until `complete-media` has verified the upload.
 */
export function createHandler({ media, files }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { mime_type: mimeType, size, name, alt_text: altText } = body;
      if (!isMediaType(mimeType)) throw new ValidationError([unknownType()]);
      const limit = MEDIA_LIMITS[mimeType];
      if (size > limit) throw new ValidationError([tooLarge(mimeType, limit)]);

      const identity = { id: await media.nextId(workspaceId), uuid: newId(now), workspaceId };
      const declared = newMedia({ name, mimeType, size, altText }, identity, now);
      const upload = await files.presignUpload({ key: uploadKey(declared), mimeType, size }, now);
      const { method, url, headers, expiresAt } = upload;
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/os/api/${workspaceId}/media/${declared.uuid}` },
        body: {
          data: mediaView(declared),
          upload: { method, url, headers, expires_at: expiresAt.toISOString() },
        },
      };
      await media.create(declared, await command(response));
      return response;
    },
  };
}

function unknownType(): ValidationIssue {
  const allowed = Object.keys(MEDIA_LIMITS);
  const detail = `The media library does not support this media type. Use one of ${allowed.join(', ')}.`;
  return { pointer: '#/mime_type', code: 'invalid_format', detail, allowed };
}

function tooLarge(mimeType: string, limit: number): ValidationIssue {
  const detail = `Files of the type ${mimeType} can have at most ${limit} bytes. Use a smaller file.`;
  return { pointer: '#/size', code: 'out_of_range', detail, limit };
}
