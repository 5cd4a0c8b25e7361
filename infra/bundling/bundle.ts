import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { BuildOptions, Metafile } from 'esbuild';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { copyBundledAssets } from './bundled-assets.ts';
import { functionFolders } from './function-folders.ts';

/** Folder of the bundled functions that `cdk synth` packages. */
export const BUNDLE_FOLDER = join(REPOSITORY, 'dist/functions');

/** CommonJS dependencies call `require`, which an ES module lacks. The import alias avoids a name clash with bundled code. */
const REQUIRE_BANNER =
  "import { createRequire as createRequireForBundle } from 'node:module';const require = /* @__PURE__ */ createRequireForBundle(import.meta.url);";

/** Modules of packages/lean-aws-client with the clients of the SDK. A function loads one only if a call needs it, so each is a file of its own. */
const SDK_MODULES = [
  'dynamo-sdk',
  'kms-sdk',
  'scheduler-sdk',
  'sms-voice-sdk',
  'social-messaging-sdk',
  'sqs-sdk',
] as const;

/** esbuild options of a deployed function: one ES module with all dependencies, the AWS SDK included. */
export const BUNDLING = {
  absWorkingDir: REPOSITORY,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  // Parts that no function needs and that every cold start would load. ADR 20 measures the first, the largest.
  alias: {
    '@aws-sdk/credential-provider-node': join(REPOSITORY, 'packages/lean-aws-client/lambda-credentials.ts'),
    '@smithy/core/event-streams': join(REPOSITORY, 'packages/lean-aws-client/no-event-streams.ts'),
    '@aws-sdk/endpoint-cache': join(REPOSITORY, 'packages/lean-aws-client/no-endpoint-cache.ts'),
    '@smithy/core/serde': join(REPOSITORY, 'infra/bundling/smithy-serde.js'),
    'smithy-serde': join(REPOSITORY, 'node_modules/@smithy/core/dist-es/submodules/serde'),
    yaml: join(REPOSITORY, 'shared/platform/runtime/no-yaml.ts'),
    esbuild: join(REPOSITORY, 'shared/platform/runtime/no-esbuild.ts'),
  },
  // Loaded at run time if a call needs it; see `bundleSdk`.
  external: SDK_MODULES.map(importOf),
  banner: { js: REQUIRE_BANNER },
  minify: true,
  // Source maps cost 40 ms at the first stack trace of a cold start.
  sourcemap: false,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/** Folders of the functions by name. */
const FOLDERS = functionFolders(join(REPOSITORY, 'functions'));

/** Names of the functions, sorted. */
export function functionNames(): readonly string[] {
  return [...FOLDERS.keys()].toSorted();
}

/** The folder with the source of a function. @throws Error for an unknown name */
export function functionFolder(name: string): string {
  const folder = FOLDERS.get(name);
  if (folder === undefined) throw new Error(`There is no function called ${name} in functions/`);
  return folder;
}

/**
 * Bundles every function with its dependencies, the AWS SDK included, to `<outdir>/<name>/index.mjs`, after emptying `outdir`.
 * Also writes esbuild's metafile, `metafile.json`. Throws on any error.
 */
export function bundle(outdir: string = BUNDLE_FOLDER): Metafile {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const toOutdir = { outdir, outExtension: { '.js': '.mjs' } };
  const entries = (fileOf: (name: string) => string) => ({
    entryPoints: Object.fromEntries(functionNames().map((name) => [`${name}/index`, fileOf(name)])),
  });
  const { metafile } = buildSync({
    ...BUNDLING,
    ...entries((name) => join(functionFolder(name), 'index.ts')),
    ...toOutdir,
    minify: false,
    target: 'esnext',
    metafile: true,
  });
  // esbuild knows only within one file which functions have no side effects. Now that everything is in one file, it leaves out
  // their unused results.
  buildSync({
    ...BUNDLING,
    ...entries((name) => join(outdir, name, 'index.mjs')),
    ...toOutdir,
    banner: {},
    allowOverwrite: true,
  });
  bundleSdk(outdir, metafile);
  copyBundledAssets(outdir);
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify(metafile));
  return metafile;
}

/**
 * Writes the modules of the SDK that each function imports beside its bundle, with the files that they share, and a package.json by which
 * Node finds them.
 */
function bundleSdk(outdir: string, { outputs }: Metafile): void {
  const sdk = buildSync({
    ...BUNDLING,
    external: [],
    splitting: true,
    chunkNames: 'sdk-[hash]',
    entryPoints: SDK_MODULES.map((name) => join(REPOSITORY, 'packages/lean-aws-client', `${name}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    metafile: true,
    write: false,
  });
  const contents = new Map(sdk.outputFiles.map((file) => [basename(file.path), file.contents]));
  const importsOf = new Map(
    Object.entries(sdk.metafile.outputs).map(([path, { imports }]) => [
      basename(path),
      imports.filter(({ external }) => !external).map((each) => basename(each.path)),
    ]),
  );

  function withImports(file: string): string[] {
    return [file, ...(importsOf.get(file) ?? []).flatMap(withImports)];
  }

  for (const [path, { imports }] of Object.entries(outputs)) {
    const folder = dirname(join(REPOSITORY, path));
    const used = SDK_MODULES.filter((name) => imports.some((each) => each.path === importOf(name)));
    for (const file of new Set(used.flatMap((name) => withImports(`${name}.mjs`))))
      writeFileSync(join(folder, file), contents.get(file) ?? '');
    const found = Object.fromEntries(used.map((name) => [importOf(name), `./${name}.mjs`]));
    if (used.length > 0) writeFileSync(join(folder, 'package.json'), JSON.stringify({ imports: found }));
  }
}

/** How the source imports a module of the SDK. */
function importOf(name: (typeof SDK_MODULES)[number]): string {
  return `#packages/lean-aws-client/${name}.ts`;
}
