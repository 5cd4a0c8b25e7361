import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT, FileError } from '#cli/command/command-error.ts';
import type { Files } from '#cli/command/outside.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Files that only the user can read, in folders that only the user can open. */
export const privateFiles: Files = {
  async read(path) {
    try {
      return await readFile(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw fileError(path, 'read', error);
    }
  },

  async writePrivately(path, text) {
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      // The mode counts only for a new file, so an existing one is replaced and not written.
      const file = await open(temporary, 'wx', FILE_MODE);
      try {
        await file.writeFile(text);
        // Without it, a power cut can leave the new name with an empty file.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw fileError(path, 'written', error);
    }
  },

  async remove(path) {
    try {
      await rm(path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  },
};

/** Also if a part of the path is a file, such as in `/dev/null/.config`. */
function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function fileError(path: string, done: 'read' | 'written', cause: unknown): FileError {
  return new FileError(EXIT.rejected, `${path} cannot be ${done} (${codeOf(cause)}).`, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : String(error);
}
