import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Replaces `path` in one step, so that a reader or a killed process never sees half a file. */
export function writeJsonFile(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** The parsed file, or undefined if there is none. A file that is not JSON is an error. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
