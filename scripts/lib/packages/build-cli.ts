import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { REPOSITORY } from './repository.ts';
import { writeNotices } from './third-party-notices.ts';
import { readManifest, writePackage } from './write-package.ts';

const SOURCE = 'clients/cli';
const PROGRAM = 'workspace-platform.js';

/** Builds `workspace-platform`: one file, so that `npx` downloads one package. esbuild makes it executable because of its first line. */
export function buildCli(folder: string, repository: string | undefined): void {
  // Optional packages have binaries for each platform, which cannot be in a bundle.
  const optional = Object(readManifest(SOURCE)['optionalDependencies'] ?? {});
  const { metafile } = buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: [join(REPOSITORY, SOURCE, 'main.ts')],
    outfile: join(folder, PROGRAM),
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    external: Object.keys(optional),
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'warning',
    metafile: true,
  });
  writeNotices(folder, Object.keys(metafile.inputs));
  writePackage({
    source: SOURCE,
    folder,
    repository,
    fields: {
      bin: { 'workspace-platform': PROGRAM },
      files: [PROGRAM, 'THIRD-PARTY-NOTICES.txt'],
      ...(Object.keys(optional).length > 0 ? { optionalDependencies: optional } : {}),
      engines: { node: '>=22.1' },
    },
  });
}
