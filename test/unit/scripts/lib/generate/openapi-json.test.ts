import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openApiJson } from '#scripts/lib/generate/openapi-json.ts';

async function read(path: string): Promise<string> {
  return readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
}

describe('docs/api/openapi.json', () => {
  it('is up to date with the registry: node --run openapi', async () => {
    expect((await read('docs/api/openapi.json')) === (await openApiJson())).toBe(true);
  });

  it('has the version of the package', async () => {
    expect(JSON.parse(await openApiJson()).info.version).toBe(JSON.parse(await read('package.json')).version);
  });
});
