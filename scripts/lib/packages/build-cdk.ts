import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { ensureBundle } from '#infra/bundling/bundle-cache.ts';
import { BUNDLE_FOLDER, functionNames } from '#infra/bundling/bundle.ts';
import { bundledPackages } from './bundled-packages.ts';
import { compile } from './compile.ts';
import { REPOSITORY } from './repository.ts';
import { writeNotices } from './third-party-notices.ts';
import { writePackage } from './write-package.ts';

const SOURCE = 'packages/cdk';
const ENTRY = 'workspace-platform';

/**
 * Builds `@workspace-platform/cdk`: the construct in one file, its declarations, and the bundled functions. The functions are at the same
 * place as in the repository, seen from the construct, and are the same files, so that the hashes of their assets are the same.
 */
export function buildCdk(folder: string, repository: string | undefined): void {
  const { metafile } = buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: [join(REPOSITORY, 'infra', `${ENTRY}.ts`)],
    outfile: join(folder, 'lib', `${ENTRY}.js`),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // There must be one CDK in an app: it recognises its own constructs only.
    external: ['aws-cdk-lib', 'constructs'],
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'warning',
    metafile: true,
  });
  copyDeclarations(join(folder, 'lib'));
  ensureBundle();
  for (const name of functionNames())
    cpSync(join(BUNDLE_FOLDER, name), join(folder, 'dist/functions', name), { recursive: true });
  const inputs = [...Object.keys(metafile.inputs), ...bundledPackages()];
  writeNotices(folder, inputs, ['docs/reference/reference.json']);
  writePackage({
    source: SOURCE,
    folder,
    repository,
    fields: {
      exports: { '.': { types: `./lib/${ENTRY}.d.ts`, default: `./lib/${ENTRY}.js` } },
      files: ['lib', 'dist', 'THIRD-PARTY-NOTICES.txt'],
    },
  });
}

/**
 * Copies the declarations of the construct and of what they import. They may import relative paths and the CDK only, because `#infra`
 * means nothing in another project.
 */
function copyDeclarations(lib: string): void {
  const compiled = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const infra = join(REPOSITORY, 'infra');
    compile({
      files: [join(infra, `${ENTRY}.ts`)],
      root: REPOSITORY,
      outdir: compiled,
      declarationsOnly: true,
    });
    const waiting = [`${ENTRY}.d.ts`];
    for (const file of waiting) {
      const path = join(compiled, 'infra', file);
      cpSync(path, join(lib, file));
      for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '([^']+)'/gu)) {
        const next = join(dirname(file), from.replace(/\.[jt]s$/u, '.d.ts'));
        if (from.startsWith('#'))
          throw new Error(`${file} imports ${from}, which the package does not have.`);
        if (from.startsWith('.') && !waiting.includes(next)) waiting.push(next);
      }
    }
  } finally {
    rmSync(compiled, { recursive: true });
  }
}
