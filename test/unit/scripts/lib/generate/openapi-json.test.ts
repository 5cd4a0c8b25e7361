import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openApiJson } from '#scripts/lib/generate/openapi-json.ts';

async function read(path: string): Promise<string> {
  return readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
}

describe('docs/api/openapi.json', () => {
  it('is up to date with the registry: npm run generate', async () => {
    const isCurrent = (await read('docs/api/openapi.json')) === (await openApiJson());

    // The document has 3 MB, so a difference would not be readable.
    expect(isCurrent, 'docs/api/openapi.json is outdated: npm run generate').toBe(true);
  });

  it('has the version of the package', async () => {
    expect(JSON.parse(await openApiJson()).info.version).toBe(JSON.parse(await read('package.json')).version);
  });
});
