import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
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
      throw error;
    }
  },

  async writePrivately(path, text) {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
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
      await rm(temporary, { force: true });
      throw error;
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
