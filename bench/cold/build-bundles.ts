import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { bundle, BUNDLING, functionNames } from '#infra/bundling/bundle.ts';

/** A function as bundled for deployment. */
export type Bundle = {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** Whether the bundle contains the KMS client, because the function encrypts or decrypts secrets. */
  readonly hasKeyService: boolean;
};

export type Bundles = {
  readonly functions: readonly Bundle[];
  /** The baselines in the same format: with the complete SDK, and without the parts that our bundles exclude. */
  readonly floors: { readonly plain: Bundle; readonly lean: Bundle };
  /** The bundle of the process that runs one measurement. */
  readonly child: string;
};

const KEY_SERVICE = 'node_modules/@aws-sdk/client-kms/';

/** Bundles every function, the baselines and the measuring process into an empty folder. */
export function buildBundles(folder: string): Bundles {
  const functions = join(folder, 'functions');
  const metafile = bundle(functions);
  const ours = join(folder, 'bench');
  const child = join(ours, 'start-child.mjs');
  buildSync({ ...BUNDLING, entryPoints: [fileOf('start-child.ts')], outfile: child });
  return {
    functions: functionNames().map((name) => {
      const file = join(functions, name, 'index.mjs');
      return { ...described(name, file), hasKeyService: inputsOf(metafile, name).some(isKeyService) };
    }),
    floors: {
      plain: floor(join(ours, 'plain.mjs'), { ...BUNDLING, alias: {} }),
      lean: floor(join(ours, 'lean.mjs'), BUNDLING),
    },
    child,
  };
}

function floor(outfile: string, options: BuildOptions): Bundle {
  buildSync({ ...options, entryPoints: [fileOf('floor.ts')], outfile });
  return { ...described('floor', outfile), hasKeyService: false };
}

function described(name: string, file: string) {
  return { name, file, bytes: statSync(file).size };
}

function inputsOf({ outputs }: Metafile, name: string): string[] {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`));
  return Object.keys(output?.[1].inputs ?? {});
}

function isKeyService(path: string): boolean {
  return path.includes(KEY_SERVICE);
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
