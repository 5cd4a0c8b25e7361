import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated file, and prints whether it changed. `file` is a path from the root of the repository. */
export function writeGenerated(file: string, text: string): void {
  const place = new URL(`../../../${file}`, import.meta.url);
  const isChanged = !existsSync(place) || readFileSync(place, 'utf8') !== text;
  if (isChanged) writeFileSync(place, text);
  console.log(`${file}: ${isChanged ? 'written' : 'unchanged'}`);
}
