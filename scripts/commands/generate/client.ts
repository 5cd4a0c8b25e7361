import { execSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT, withDigest } from '#scripts/lib/generate/client-digest.ts';
import { withClosedLists, withoutLaravelErrors } from '#scripts/lib/generate/client-document.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

// The generator requires TypeScript 5, which must not be installed next to ours.
const GENERATOR = ['-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3', 'openapi-typescript'];
// Fields with a default may be omitted.
const OPTIONS = ['--default-non-nullable', 'false'];

const document = readFileSync(DOCUMENT, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'client-'));
try {
  writeFileSync(join(folder, 'openapi.json'), withClosedLists(withoutLaravelErrors(document)));
  // A shell is needed to find `npx`, which is a batch file on Windows.
  const types = execSync(['npx', '--yes', ...GENERATOR, 'openapi.json', ...OPTIONS].join(' '), {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  writeGenerated('clients/typescript/schema.d.ts', withDigest(types, document));
} finally {
  rmSync(folder, { recursive: true });
}
