import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { DOCUMENT, SCHEMA, withDigest } from './client-digest.ts';

// It wants TypeScript 5, which must not come to lie beside ours.
const GENERATOR = ['-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3', 'openapi-typescript'];
// What has a default can be left out.
const OPTIONS = ['--default-non-nullable', 'false'];

const types = execFileSync('npx', ['--yes', ...GENERATOR, DOCUMENT, ...OPTIONS], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
writeFileSync(SCHEMA, withDigest(types, readFileSync(DOCUMENT, 'utf8')));
console.log('clients/typescript/schema.d.ts is as docs/api/openapi.json is');
