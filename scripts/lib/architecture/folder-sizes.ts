import { dirname, matchesGlob } from 'node:path';
import type { Violation } from './check.ts';

/** Entries of a folder whose files differ in kind: more than a reader can survey. */
const MAX_ENTRIES = 40;
/** Entries of a folder of equal things, which a reader looks up by name. */
const MAX_EQUAL_ENTRIES = 60;

/** The operations and consumers of a product, their samples, their tests and templates, the social networks, the screens, and the inputs of the world. */
const EQUAL_THINGS = [
  'functions/*',
  'events/*',
  'test/unit/functions/*',
  'test/infra/__snapshots__',
  'shared/publishing/networks',
  'console/screens',
  'test/corpus',
];

/** The folders with more entries than a reader can survey. `paths` are all files of the repository. */
export function crowdedFolders(paths: readonly string[]): readonly Violation[] {
  const entries = new Map<string, Set<string>>();
  for (const file of paths)
    for (let path = file; path.includes('/'); path = dirname(path))
      entries.set(dirname(path), (entries.get(dirname(path)) ?? new Set()).add(path));
  return [...entries].flatMap(([folder, { size }]) => {
    const isEqual = EQUAL_THINGS.some((glob) => matchesGlob(folder, glob));
    const limit = isEqual ? MAX_EQUAL_ENTRIES : MAX_ENTRIES;
    return size > limit ? [{ from: folder, rule: `${size} entries, at most ${limit}` }] : [];
  });
}
