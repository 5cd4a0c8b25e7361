import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';

describe('deployedFiles', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deployed-files-'));
    await mkdir(join(folder, 'docs/api'), { recursive: true });
    await writeFile(join(folder, 'docs/api/openapi.json'), '{"openapi":"3.1.0"}');
    await writeFile(join(folder, 'docs/guide.md'), 'the guide');
    await writeFile(join(folder, 'docs/guide.md.gz'), gzipSync('as it was bundled'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  function filesOf(entry: string) {
    return deployedFiles(new URL(entry, pathToFileURL(`${folder}/`)).href);
  }

  it('are in the repository for a function that runs from there, also as one of several instances', async () => {
    for (const entry of [
      'functions/platform/get-thing/index.ts',
      'functions/platform/get-thing/index.ts?instance=1',
    ])
      expect((await filesOf(entry).read('docs/guide.md')).toString()).toBe('the guide');
    const zipped = await filesOf('functions/platform/get-thing/index.ts').readGzipped('docs/guide.md');
    expect(gunzipSync(zipped).toString()).toBe('the guide');
  });

  it('are derived in the repository, which does not contain them', async () => {
    const { read } = filesOf('functions/platform/get-thing/index.ts');

    expect((await read('docs/api/openapi.yaml')).toString()).toBe('openapi: 3.1.0\n');
    await expect(filesOf('index.mjs').read('docs/api/openapi.yaml')).rejects.toThrow('ENOENT');
  });

  it('are next to the bundle of a deployed function', async () => {
    expect((await filesOf('index.mjs').read('docs/guide.md')).toString()).toBe('the guide');
    const zipped = await filesOf('index.mjs').readGzipped('docs/guide.md');
    expect(gunzipSync(zipped).toString()).toBe('as it was bundled');
  });
});
