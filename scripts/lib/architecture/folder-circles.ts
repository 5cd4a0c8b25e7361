import { matchesGlob, posix } from 'node:path';
import type { Source } from './read-source.ts';

/** Folders that import each other in a circle, and one import for each step of the circle. */
export type FolderCircle = { readonly folders: readonly string[]; readonly imports: readonly string[] };

type Step = { readonly directory: string; readonly from: string; readonly to: string };

/**
 * Finds circles among the folders directly in each directory that matches a glob of `directories`; at most one for each of these
 * folders. An import concerns only the innermost directory that contains both files, because above it both are in the same folder. A
 * file directly in the directory is in no folder.
 */
export function folderCircles(
  sources: readonly Pick<Source, 'path' | 'imports'>[],
  directories: readonly string[],
): readonly FolderCircle[] {
  /** For each folder, the folders that it imports, with the first such import. */
  const imported = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources)
    for (const { to } of imports) {
      const step = to === undefined ? undefined : stepBetween(path, to);
      if (to === undefined || !step || !directories.some((glob) => matchesGlob(step.directory, glob)))
        continue;
      const targets = imported.get(step.from) ?? new Map<string, string>();
      imported.set(step.from, targets);
      if (!targets.has(step.to)) targets.set(step.to, `${path} → ${to}`);
    }
  const circles: FolderCircle[] = [];
  for (const folder of [...imported.keys()].toSorted()) {
    if (circles.some(({ folders }) => folders.includes(folder))) continue;
    const folders = circleFrom(folder, imported);
    const imports = folders.map((from, index) => {
      const to = folders[(index + 1) % folders.length] ?? from;
      return imported.get(from)?.get(to) ?? '';
    });
    if (folders.length > 0) circles.push({ folders, imports });
  }
  return circles;
}

/** Undefined if one of the files is directly in the directory that contains both. */
function stepBetween(path: string, to: string): Step | undefined {
  const [own, other] = [posix.dirname(path).split('/'), posix.dirname(to).split('/')];
  const depth = own.findIndex((name, index) => name !== other[index]);
  if (depth < 1 || other[depth] === undefined) return undefined;
  const at = (names: readonly string[]) => names.slice(0, depth + 1).join('/');
  return { directory: own.slice(0, depth).join('/'), from: at(own), to: at(other) };
}

/** The folders of the shortest circle through a folder, which is the first; none if there is no circle. */
function circleFrom(
  start: string,
  imported: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly string[] {
  const paths = new Map<string, readonly string[]>([[start, [start]]]);
  for (const [folder, path] of paths)
    for (const next of imported.get(folder)?.keys() ?? []) {
      if (next === start) return path;
      if (!paths.has(next)) paths.set(next, [...path, next]);
    }
  return [];
}
