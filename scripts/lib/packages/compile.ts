import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from './repository.ts';

export type Compilation = {
  /** Absolute paths of the sources; modules that they import are compiled as well. */
  readonly files: readonly string[];
  /** Folder of the sources that corresponds to `outdir`. */
  readonly root: string;
  readonly outdir: string;
  readonly declarationsOnly: boolean;
};

/** Compiles modules to JavaScript and declarations with the compiler of this repository. */
export function compile({ files, root, outdir, declarationsOnly }: Compilation): void {
  const folder = mkdtempSync(join(tmpdir(), 'compile-'));
  try {
    const compilerOptions = {
      // Node 20 runs it, although this repository is written for Node 24.
      target: 'ES2022',
      typeRoots: [join(REPOSITORY, 'node_modules/@types')],
      noEmit: false,
      // `npm run check` has checked the types.
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: declarationsOnly,
      rewriteRelativeImportExtensions: true,
      newLine: 'lf',
      rootDir: root,
      outDir: outdir,
    };
    const config = { extends: join(REPOSITORY, 'tsconfig.json'), compilerOptions, files, include: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(
      process.execPath,
      [join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '--project', folder],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
