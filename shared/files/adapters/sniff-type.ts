import { fileTypeFromBuffer } from 'file-type';
import { isoMediaType } from '#shared/files/domain/iso-media.ts';

/** Number of leading bytes that identify the type of a file, as recommended by file-type. */
export const SNIFF_LENGTH = 4100;

/** Detects the MIME type from the first bytes of a file. Returns undefined if the type is unknown or the bytes are invalid. */
export async function sniffType(start: Uint8Array): Promise<string | undefined> {
  const first = start.subarray(0, SNIFF_LENGTH);
  return isoMediaType(first, (await fileTypeFromBuffer(first))?.mime);
}
