import { execSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * `npm run generate -- reference [version]`: installs the renderer of the API reference with all of its dependencies in a temporary
 * folder, audits them, and writes the one file that is served to `docs/reference`, compressed, with its origin and hash. Without a
 * version, it does so again for the current one. Ends with 1 if the registry did not answer the audit.
 */
const FOLDER = fileURLToPath(new URL('../../../docs/reference/', import.meta.url));
const RECORD = join(FOLDER, 'reference.json');
const NAME = '@scalar/api-reference';
const FILE = 'standalone.js';

const [version = JSON.parse(readFileSync(RECORD, 'utf8')).version] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'reference-'));
const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [NAME]: version } }));
  execSync('npm install --ignore-scripts --no-audit --no-fund', options);
  // Ends with 1 if it finds a vulnerability. A registry without advisories answers with a message only, whose status is recorded.
  const { metadata, message } = JSON.parse(spawnSync('npm audit --json', { ...options, shell: true }).stdout);
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const installed = packages[`node_modules/${NAME}`];
  const source = join(folder, 'node_modules', NAME);
  const { license } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const content = readFileSync(join(source, 'dist/browser', FILE));
  const record = {
    name: NAME,
    version: installed.version,
    license,
    integrity: installed.integrity,
    file: `dist/browser/${FILE}`,
    sha256: createHash('sha256').update(content).digest('hex'),
    audit: {
      date: new Date().toISOString().slice(0, 10),
      packages: Object.keys(packages).length - 1,
      ...(metadata
        ? { vulnerabilities: metadata.vulnerabilities }
        : { unavailable: String(message).replace(/ - .*/u, '') }),
    },
  };
  writeFileSync(
    join(FOLDER, `${FILE}.br`),
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  );
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  console.log(JSON.stringify(record.audit));
  process.exitCode = metadata ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
