import type { ContactImport } from '#shared/messaging/domain/contact-import.ts';
import { importFileKey } from '#shared/messaging/domain/contact-import.ts';
import { linesOf } from '#shared/messaging/domain/import-lines.ts';
import type { ImportFiles } from '#shared/messaging/ports/contact-imports.ts';

/** Bytes in memory at a time: some hundred lines, and more than the longest allowed line. */
const PART_BYTES = 262_144;
const LINE_FEED = 0x0a;

/** The file of an import is gone, or another upload has replaced it. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/** A line of the file, and the offset after it. Of a line that is longer than a part, the bytes are missing. */
export type ImportLine = { readonly bytes: Uint8Array | undefined; readonly end: number };

/**
 * The lines of an import's file from its offset, read in parts so that the memory does not depend on the file.
 * @throws FileChangedError
 */
export async function* readFileLines(
  files: Pick<ImportFiles, 'read'>,
  imported: ContactImport,
): AsyncGenerator<ImportLine> {
  const { size, version } = imported;
  const key = importFileKey(imported);
  for (let at = imported.offset; at < size;) {
    const bytes = await readPart(at);
    const lines = linesOf(bytes, at + bytes.length >= size);
    for (const line of lines) yield { bytes: line.bytes, end: at + line.end };
    const last = lines.at(-1);
    if (last) at += last.end;
    else {
      at = await findLineEnd(at + bytes.length);
      yield { bytes: undefined, end: at };
    }
  }

  async function readPart(at: number): Promise<Uint8Array> {
    const part = await files.read(key, at, PART_BYTES);
    if (!part || part.version !== version || part.bytes.length === 0) throw new FileChangedError();
    return part.bytes;
  }

  async function findLineEnd(from: number): Promise<number> {
    for (let at = from; at < size;) {
      const bytes = await readPart(at);
      const found = bytes.indexOf(LINE_FEED);
      if (found >= 0) return at + found + 1;
      at += bytes.length;
    }
    return size;
  }
}
