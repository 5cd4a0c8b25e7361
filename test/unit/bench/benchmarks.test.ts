import { existsSync, globSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '#bench/benchmarks.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('npm run bench', () => {
  it('runs every benchmark', () => {
    const folders = globSync('bench/*/run.ts', { cwd: ROOT }).map((file) => basename(dirname(file)));

    expect(BENCHMARKS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });

  it.each(BENCHMARKS)(
    'judges $name by its own folder and by paths that exist',
    ({ name, covers, functions = [] }) => {
      expect(covers).toContain(`bench/${name}`);
      const paths = [...covers, ...functions.map((folder) => join(folder, 'index.ts'))];
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );

  it('knows every file of results', () => {
    const known = BENCHMARKS.map(({ name }) => `${name}.json`);

    expect(readdirSync(join(ROOT, 'bench/results')).filter((file) => !known.includes(file))).toEqual([]);
  });
});
