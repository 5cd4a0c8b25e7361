import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENT, SCHEMA, withDigest } from '#scripts/lib/generate/client-digest.ts';

describe('clients/typescript/schema.d.ts', () => {
  it('is generated from the current docs/api/openapi.json: npm run generate -- client', () => {
    const header = withDigest('', readFileSync(DOCUMENT, 'utf8'));

    expect(readFileSync(SCHEMA, 'utf8').slice(0, header.length)).toBe(header);
  });

  it('identifies another document after any change of it', () => {
    const types = 'export interface paths {}';

    expect(withDigest(types, '{"openapi":"3.1.0"}')).not.toBe(withDigest(types, '{"openapi":"3.1.1"}'));
  });
});
