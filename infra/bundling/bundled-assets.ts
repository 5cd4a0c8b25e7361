import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { FONT_ASSETS } from '#shared/biolinks/render/font-asset.ts';
import { PHONE_METADATA } from '#shared/messaging/adapters/phone-metadata.ts';
import { SITE_FONT } from '#shared/platform/render/site-font.ts';
import {
  derivationOf,
  LISTED_OPERATIONS_FILE,
  OPERATIONS_FILE,
  REFERENCE_FILE,
  ROUTES_FILE,
} from '#shared/platform/runtime/derived-files.ts';

/** A file that esbuild cannot bundle, by its path in the repository. Large text files are compressed. */
type BundledAsset = { readonly path: string; readonly gzip?: boolean };

/** The fonts of the console, which `console/styles/fonts.css` names. They are no part of `console.json`, so that only their requests read them. */
const CONSOLE_FONTS = ['inter', 'jetbrains-mono'].flatMap((font) =>
  ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'].map((subset) => ({
    path: `node_modules/@fontsource-variable/${font}/files/${font}-${subset}-wght-normal.woff2`,
  })),
);

/** Data files that are packaged with each function; `shared/platform/runtime/deployed-files.ts` reads them at run time. */
export const BUNDLED_ASSETS: Readonly<Record<string, readonly BundledAsset[]>> = {
  'create-contact': [{ path: PHONE_METADATA }],
  'update-contact': [{ path: PHONE_METADATA }],
  'list-contacts': [{ path: PHONE_METADATA }],
  'import-contacts': [{ path: PHONE_METADATA }],
  'send-broadcast-messages': [{ path: PHONE_METADATA }],
  'connect-phone-number': [{ path: PHONE_METADATA }],
  'get-page-asset': FONT_ASSETS.map(({ module }) => ({ path: `node_modules/${module}` })),
  'get-console': [{ path: 'console/console.json' }, ...CONSOLE_FONTS],
  'route-not-found': [{ path: ROUTES_FILE }],
  'call-agent-tool': [{ path: LISTED_OPERATIONS_FILE }],
  'get-document': [
    { path: 'docs/api/openapi.json', gzip: true },
    { path: 'docs/api/openapi.yaml', gzip: true },
    { path: 'docs/api/errors.md' },
    { path: 'docs/api/webhooks.md' },
    { path: 'docs/api/mcp.md' },
    { path: 'docs/api/broadcasts.md' },
    { path: 'docs/api/coming-from-mixpost.md' },
    { path: 'docs/api/compatibility.md' },
    { path: OPERATIONS_FILE },
    { path: REFERENCE_FILE, gzip: true },
    { path: `node_modules/${SITE_FONT.module}`, gzip: true },
  ],
};

/** Copies or derives the files of every function to `<outdir>/<name>/`, under the paths they have in the repository. */
export function copyBundledAssets(outdir: string): void {
  for (const [name, files] of Object.entries(BUNDLED_ASSETS))
    for (const { path, gzip } of files) {
      const derived = derivationOf(path);
      const source = readFileSync(join(REPOSITORY, derived?.from ?? path));
      const content = derived ? derived.derive(source) : source;
      const to = join(outdir, name, gzip ? `${path}.gz` : path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, gzip ? gzipSync(content, { level: 9 }) : content);
    }
}
