import type { Media } from './media.ts';

/** Why an upload is not the file that was announced. */
export type UploadFault = {
  readonly reason: 'not_found' | 'size_mismatch' | 'type_mismatch';
  readonly detail: string;
};

/** What was found where a client was to put its bytes; a type of undefined is one that nobody knows. */
export type FoundUpload = { readonly size: number; readonly type: string | undefined };

/** Types that go by the name of another: an animated PNG is a PNG to whoever does not know of animation. */
const ALSO_CALLED: Readonly<Record<string, string>> = { 'image/apng': 'image/png' };

/** What keeps an upload from being the announced file, if anything (decisions 5.1: the type is sniffed). */
export function uploadFault(
  { mimeType, size }: Pick<Media, 'mimeType' | 'size'>,
  found: FoundUpload | undefined,
): UploadFault | undefined {
  if (!found) return { reason: 'not_found', detail: 'No file was uploaded, or the upload has expired.' };
  if (found.size !== size) {
    const detail = `The upload has ${found.size} bytes instead of the declared ${size}. Upload the file again.`;
    return { reason: 'size_mismatch', detail };
  }
  const type = ALSO_CALLED[found.type ?? ''] ?? found.type;
  if (type === mimeType) return undefined;
  const detail =
    `The upload is ${type ?? 'of an unknown type'} instead of the declared ${mimeType}. Upload the ` +
    'file again.';
  return { reason: 'type_mismatch', detail };
}
