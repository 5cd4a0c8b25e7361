import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BUNDLE_FOLDER } from '#infra/bundling/bundle.ts';
import { REPOSITORY } from './repository.ts';

const metafile = v.object({ inputs: v.record(v.string(), v.unknown()) });
const names = v.optional(v.record(v.string(), v.string()), {});
const lock = v.object({
  packages: v.record(v.string(), v.object({ dependencies: names })),
});

/** Development dependencies whose files functions serve, as parts of the console. */
const SERVED = ['@tanstack/query-core', 'preact', 'preact-iso', 'lean-qr'];

/**
 * Paths of all packages that functions can contain: the files that esbuild read, and all dependencies of package.json, direct and indirect. esbuild's
 * list alone lacks the modules of the SDK that functions import at run time. Some listed packages are in no function. Call it after `ensureBundle`.
 */
export function bundledPackages(): readonly string[] {
  const { inputs } = v.parse(
    metafile,
    JSON.parse(readFileSync(join(BUNDLE_FOLDER, 'metafile.json'), 'utf8')),
  );
  const { packages } = v.parse(lock, JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')));
  const found = new Set<string>();

  /** Node's own search: in the package, then in each folder above it. */
  function place(name: string, inside: string): string | undefined {
    for (let folder = inside; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = [folder, `node_modules/${name}`].filter(Boolean).join('/');
      if (path in packages) return path;
      if (folder === '') return undefined;
    }
  }

  function add(name: string, inside: string): void {
    const path = place(name, inside);
    if (path === undefined || found.has(path)) return;
    const { dependencies = {} } = packages[path] ?? {};
    found.add(path);
    for (const next of Object.keys(dependencies)) add(next, path);
  }

  for (const name of [...Object.keys(packages['']?.dependencies ?? {}), ...SERVED]) add(name, '');
  return [...Object.keys(inputs), ...found];
}
