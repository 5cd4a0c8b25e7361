import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryDirectory = { readonly path: string; at(...parts: string[]): string; remove(): void };

/** A new directory below the temporary directory of the system. */
export function temporaryDirectory(): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), 'workspace-local-'));
  return {
    path,
    at: (...parts) => join(path, ...parts),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
