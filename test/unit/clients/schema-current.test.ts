import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestIn, digestOf, DOCUMENT, SCHEMA, withDigest } from '#scripts/generate/client-digest.ts';

describe('clients/typescript/schema.d.ts', () => {
  it('is made from docs/api/openapi.json as it is: npm run client', () => {
    expect(digestIn(readFileSync(SCHEMA, 'utf8'))).toBe(digestOf(readFileSync(DOCUMENT, 'utf8')));
  });

  it('names another document after any change of it', () => {
    const types = withDigest('export interface paths {}', '{"openapi":"3.1.0"}');

    expect(digestIn(types)).toBe(digestOf('{"openapi":"3.1.0"}'));
    expect(digestIn(types)).not.toBe(digestOf('{"openapi":"3.1.1"}'));
    expect(digestIn('export interface paths {}')).toBeUndefined();
  });
});
