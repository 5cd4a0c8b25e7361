import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { crowdedFolders } from '#scripts/lib/architecture/folder-sizes.ts';
import { readPaths } from '#scripts/lib/architecture/read-tree.ts';

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

const files = readPaths().filter((path) => HAND_WRITTEN.includes(path.split('/')[0] ?? ''));

describe('the tree', () => {
  it('has no folder with more entries than a reader can survey', () => {
    expect(crowdedFolders(readPaths())).toEqual([]);
  });

  it('has at most 25 npm scripts: families of commands have one script with an argument', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

    expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
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

describe('the limit of a folder', () => {
  it.each([
    ['shared/webhooks/domain', 40],
    ['docs/adr', 40],
    ['functions/webhooks', 60],
    ['events/webhooks', 60],
    ['shared/publishing/networks', 60],
  ])('of %s is %i entries', (folder, limit) => {
    const paths = Array.from({ length: limit }, (_, at) => `${folder}/${at}/a.ts`);

    expect(crowdedFolders(paths)).toEqual([]);
    expect(crowdedFolders([...paths, `${folder}/one-more.ts`])).toEqual([
      { from: folder, rule: `${limit + 1} entries, at most ${limit}` },
    ]);
  });
});
