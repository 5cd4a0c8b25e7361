import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, buildSync } from 'esbuild';
import * as v from 'valibot';

const CONSOLE = fileURLToPath(new URL('../../../console/', import.meta.url));
const REPOSITORY = resolve(CONSOLE, '..');

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A file that was compressed with brotli, in base64, or one that is read when it is asked for: fonts, which are compressed by their format. */
const builtFileSchema = v.union([
  v.object({ mediaType: v.string(), brotli: v.string() }),
  v.object({ mediaType: v.string(), path: v.string() }),
]);

/**
 * The names of the first files of the console, and all files. `preload`: the scripts that `script` imports. It loads all other scripts later, one for
 * each screen. `theme`: a script that runs before anything is shown.
 */
export const builtConsoleSchema = v.object({
  theme: v.string(),
  script: v.string(),
  preload: v.array(v.string()),
  style: v.string(),
  icon: v.string(),
  files: v.record(v.string(), builtFileSchema),
});

export type BuiltConsole = v.InferOutput<typeof builtConsoleSchema>;

const OPTIONS = {
  absWorkingDir: CONSOLE,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: 'out',
  bundle: true,
  target: ['chrome123', 'firefox121', 'safari17.5'],
  tsconfigRaw: {},
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
} satisfies BuildOptions;

/** Bundles the console. Names contain a hash of the content, so the content of a name never changes. */
export function buildConsole(): BuiltConsole {
  const main = buildSync({
    ...OPTIONS,
    entryPoints: ['main.tsx', 'icon.svg'],
    format: 'esm',
    splitting: true,
    // The guide has the code that the console shows.
    loader: { '.svg': 'copy', '.md': 'text', '.woff2': 'file' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  // Not a module, because modules run after the page was shown.
  const theme = buildSync({ ...OPTIONS, entryPoints: { theme: 'theme/apply-stored.ts' }, format: 'iife' });
  const outputs = Object.entries(main.metafile.outputs);
  const sources = new Map(
    outputs.map(([path, { inputs }]) => [basename(path), Object.keys(inputs)[0] ?? '']),
  );
  const files: BuiltConsole['files'] = {};
  for (const { path, contents } of [...main.outputFiles, ...theme.outputFiles]) {
    const name = basename(path);
    const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    files[name] =
      mediaType === MEDIA_TYPES['woff2']
        ? { mediaType, path: relative(REPOSITORY, resolve(CONSOLE, sources.get(name) ?? '')) }
        : { mediaType, brotli: brotliCompressSync(contents).toString('base64') };
  }
  const script = basename(
    outputs.find(([path, { entryPoint }]) => entryPoint === 'main.tsx' && path.endsWith('.js'))?.[0] ?? '',
  );
  const preload = outputs
    .filter(([path]) => basename(path) === script)
    .flatMap(([, { imports }]) => imports)
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => basename(path));
  const named = (pattern: RegExp): string => Object.keys(files).find((name) => pattern.test(name)) ?? '';
  return {
    theme: named(/^theme-\w+\.js$/u),
    script,
    preload,
    style: named(/\.css$/u),
    icon: named(/\.svg$/u),
    files,
  };
}
