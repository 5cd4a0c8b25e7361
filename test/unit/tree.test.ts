import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HAND_WRITTEN = [
  'functions',
  'shared',
  'packages',
  'infra',
  'local',
  'scripts',
  'console',
  'fixture',
  'test',
  'events',
];
const MAX_ENTRIES = 45;
/** A product has a folder for each operation, with its sample requests in a folder of the same name. */
const MAX_OPERATIONS = 60;
const OPERATIONS_OF_PRODUCT = /^(?:functions|events)\/[^/]+$/u;

/** Tracked files, and new ones that are not ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((path) => HAND_WRITTEN.includes(path.split('/')[0] ?? ''));

/** The entries of each folder: its files and folders. */
function entriesByFolder(): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>();
  for (const file of files)
    for (let path = file; path.includes('/'); path = dirname(path))
      entries.set(dirname(path), (entries.get(dirname(path)) ?? new Set()).add(path));
  return entries;
}

describe('the tree', () => {
  it(`has no folder with more than ${MAX_ENTRIES} entries, or ${MAX_OPERATIONS} operations`, () => {
    const crowded = [...entriesByFolder()].filter(
      ([folder, { size }]) => size > (OPERATIONS_OF_PRODUCT.test(folder) ? MAX_OPERATIONS : MAX_ENTRIES),
    );

    expect(crowded.map(([folder, entries]) => `${folder}: ${entries.size}`)).toEqual([]);
  });

  it('names rules of the interface by their sentence or their anchor, not by a code such as "R" and a number', () => {
    const sources = files.filter((path) => path.endsWith('.ts'));
    const withCode = sources.filter((path) =>
      /\b[RGH]\d{1,3}\b/u.test(readFileSync(`${ROOT}${path}`, 'utf8')),
    );

    expect(sources.length).toBeGreaterThan(1000);
    expect(withCode).toEqual([]);
  });
});
