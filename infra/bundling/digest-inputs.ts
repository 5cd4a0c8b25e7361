import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** A digest of the contents of files and of `about`, the inputs that are not files. A missing file is an input, too. */
export function digestInputs(files: readonly string[], about: string): string {
  const hash = createHash('sha256').update(about);
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : 'missing';
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
