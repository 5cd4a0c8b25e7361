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

/** The names of the first files of the console, and all files with their content, compressed with brotli, in base64. */
export const builtConsoleSchema = v.object({
  script: v.string(),
  style: v.string(),
  icon: v.string(),
  files: v.record(v.string(), v.object({ mediaType: v.string(), brotli: v.string() })),
});

export type BuiltConsole = v.InferOutput<typeof builtConsoleSchema>;

/** Bundles the console. Names contain a hash of the content, so the content of a name never changes. */
export function buildConsole(): BuiltConsole {
  const { outputFiles } = buildSync({
    absWorkingDir: fileURLToPath(CONSOLE),
    entryPoints: ['main.tsx', 'icon.svg'],
    entryNames: '[name]-[hash]',
    outdir: 'out',
    bundle: true,
    format: 'esm',
    target: ['chrome120', 'firefox121', 'safari17'],
    loader: { '.svg': 'copy' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  const files = Object.fromEntries(
    outputFiles.map(({ path, contents }) => {
      const name = basename(path);
      const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      return [name, { mediaType, brotli: brotliCompressSync(contents).toString('base64') }];
    }),
  );
  const nameOf = (extension: string): string =>
    Object.keys(files).find((name) => name.endsWith(extension)) ?? '';
  return { script: nameOf('.js'), style: nameOf('.css'), icon: nameOf('.svg'), files };
}
