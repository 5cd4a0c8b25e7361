import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import * as v from 'valibot';

const CONSOLE = new URL('../../../console/', import.meta.url);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * The names of the first files of the console, and all files with their content, compressed with brotli, in base64. `preload`: the scripts
 * that `script` imports. It loads all other scripts later, one for each screen.
 */
export const builtConsoleSchema = v.object({
  script: v.string(),
  preload: v.array(v.string()),
  style: v.string(),
  icon: v.string(),
  files: v.record(v.string(), v.object({ mediaType: v.string(), brotli: v.string() })),
});

export type BuiltConsole = v.InferOutput<typeof builtConsoleSchema>;

/** Bundles the console. Names contain a hash of the content, so the content of a name never changes. */
export function buildConsole(): BuiltConsole {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: fileURLToPath(CONSOLE),
    entryPoints: ['main.tsx', 'icon.svg'],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: 'out',
    bundle: true,
    format: 'esm',
    splitting: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The guide has the code that the console shows.
    loader: { '.svg': 'copy', '.md': 'text' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const files = Object.fromEntries(
    outputFiles.map(({ path, contents }) => {
      const name = basename(path);
      const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      return [name, { mediaType, brotli: brotliCompressSync(contents).toString('base64') }];
    }),
  );
  const outputs = Object.entries(metafile.outputs);
  const nameOf = (source: string, extension: string): string =>
    basename(
      outputs.find(([path, { entryPoint }]) => entryPoint === source && path.endsWith(extension))?.[0] ?? '',
    );
  const script = nameOf('main.tsx', '.js');
  const preload = outputs
    .filter(([path]) => basename(path) === script)
    .flatMap(([, { imports }]) => imports)
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => basename(path));
  const named = (extension: string): string =>
    Object.keys(files).find((name) => name.endsWith(extension)) ?? '';
  return { script, preload, style: named('.css'), icon: named('.svg'), files };
}
