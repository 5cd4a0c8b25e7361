import { fileTypeFromBuffer } from 'file-type';

/** First bytes of a file that are enough to know its type; what file-type itself recommends. */
export const SNIFF_LENGTH = 4100;

/** The type that a file's first bytes speak of, as a MIME type; undefined if they speak of none, or cannot be read. */
export async function sniffType(start: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(start))?.mime;
}
