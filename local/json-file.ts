import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Replaces a file atomically, so that neither a reader nor a crash sees half of it. */
export function writeJsonFile(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Parses the file; undefined if it does not exist. @throws SyntaxError if it is not JSON */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
