import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { bundle, BUNDLING, functionNames } from '#infra/bundling/bundle.ts';
import type { CallSteps } from './aws-call.ts';
import { floorSource } from './floor-source.ts';

/** A function, or the floor of a function, as bundled for deployment. */
export type Bundle = { readonly name: string; readonly file: string; readonly bytes: number };

export type Bundles = {
  readonly functions: readonly Bundle[];
  /** The floor of a function that made these calls. Equal floors are bundled once. */
  floorOf(steps: CallSteps): Bundle;
  /** The bundle of the process that runs one measurement. */
  readonly child: string;
};

/** Bundles every function and the measuring process into an empty folder, and floors on demand. */
export function buildBundles(folder: string): Bundles {
  const functions = join(folder, 'functions');
  bundle(functions);
  const child = join(folder, 'start-child.mjs');
  const entry = fileURLToPath(new URL('start-child.ts', import.meta.url));
  buildSync({ ...BUNDLING, entryPoints: [entry], outfile: child });
  return {
    functions: functionNames().map((name) => described(name, join(functions, name, 'index.mjs'))),
    floorOf(steps) {
      const contents = floorSource(steps);
      const name = `floor-${createHash('sha256').update(contents).digest('hex')}`;
      const outfile = join(folder, `${name}.mjs`);
      if (!existsSync(outfile))
        buildSync({ ...BUNDLING, stdin: { contents, resolveDir: BUNDLING.absWorkingDir }, outfile });
      return described(name, outfile);
    },
    child,
  };
}

function described(name: string, file: string): Bundle {
  return { name, file, bytes: statSync(file).size };
}
