import { type KnownMedia, libraryType } from './media.ts';

/** Why an upload does not match its declaration. */
export type UploadFault = {
  readonly reason: 'not_found' | 'size_mismatch' | 'type_mismatch';
  readonly detail: string;
};

/** The uploaded object; `type` is undefined if the type could not be detected. */
export type FoundUpload = { readonly size: number; readonly type: string | undefined };

const MISMATCH = 'Upload the declared file, or create a new media file that declares your file correctly.';

/** Compares an upload with its declaration. The type was detected from the bytes. Returns undefined if they match. */
export function uploadFault(
  { mimeType, size }: Pick<KnownMedia, 'mimeType' | 'size'>,
  found: FoundUpload | undefined,
): UploadFault | undefined {
  if (!found)
    return {
      reason: 'not_found',
      detail:
        'No file was uploaded, or the upload has expired. Create a new media file and upload it to its upload URL.',
    };
  if (found.size !== size) {
    const detail = `The upload has ${found.size} bytes instead of the declared ${size}. ${MISMATCH}`;
    return { reason: 'size_mismatch', detail };
  }
  const type = libraryType(found.type);
  if (type === mimeType) return undefined;
  const detail = `The upload is ${type ?? 'of an unknown type'} instead of the declared ${mimeType}. ${MISMATCH}`;
  return { reason: 'type_mismatch', detail };
}
