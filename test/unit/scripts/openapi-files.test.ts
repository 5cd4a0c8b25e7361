import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openApiFiles } from '#scripts/generate/openapi-files.ts';

async function read(path: string): Promise<string> {
  return readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

describe('docs/api/openapi.json and openapi.yaml', () => {
  it('are as the registry is; `npm run openapi` writes them anew', async () => {
    const { json, yaml } = await openApiFiles();

    expect((await read('docs/api/openapi.json')) === json).toBe(true);
    expect((await read('docs/api/openapi.yaml')) === yaml).toBe(true);
  });

  it('say the same', async () => {
    const { json, yaml } = await openApiFiles();

    expect(parse(yaml)).toEqual(JSON.parse(json));
  });

  it('have the version of the package', async () => {
    const { json } = await openApiFiles();

    expect(JSON.parse(json).info.version).toBe(JSON.parse(await read('package.json')).version);
  });
});
