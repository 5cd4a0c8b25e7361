import { newMedia, isMediaType, MEDIA_LIMITS, uploadKey } from '#shared/files/domain/media.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { FileStore, MediaStore } from '#shared/files/ports/media-store.ts';
import { type ValidationIssue, ValidationError } from '#shared/platform/core/errors.ts';
import type { FormFile } from '#shared/platform/http/multipart-form.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createFormUpload, type FormUploadDependencies } from './form-upload.ts';
import type { operation } from './operation.ts';

type Dependencies = FormUploadDependencies & {
  readonly media: Pick<MediaStore, 'nextId' | 'create'>;
  readonly files: Pick<FileStore, 'presignUpload'>;
};

type Request = OperationRequest<typeof operation>;
type Declaration = Exclude<Request['body'], { readonly file: FormFile }>;

/**
 * Creates an upload. The client sends the bytes directly to the bucket, because they exceed the limits of API Gateway and
 * Lambda. The file is pending until `complete-media` has verified the upload. A form contains a small file itself.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { media, files } = deps;
  const uploadForm = createFormUpload(deps);
  return {
    handle: ({ body, ...request }) => ('file' in body ? uploadForm(body, request) : declare(body, request)),
  };

  async function declare(body: Declaration, { principal, now, baseUrl, command }: Omit<Request, 'body'>) {
    const { workspaceId } = principal;
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
  }
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
