import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * SHA-256 of the minified code of a function, without its packages: equal if a change only touched comments, types or code that the
 * bundle does not contain. @param folder of the function, from `root`
 */
export async function bundleDigest(root: string, folder: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'index.ts')],
    bundle: true,
    format: 'esm',
    // Shortened names depend on code that is not in the bundle.
    minifySyntax: true,
    minifyWhitespace: true,
    packages: 'external',
    platform: 'node',
    write: false,
  });
  const hash = createHash('sha256');
  for (const { contents } of outputFiles) hash.update(contents);
  return hash.digest('hex');
}

/** The digests of several functions by folder. */
export async function bundleDigests(
  root: string,
  folders: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    await Promise.all(folders.map(async (folder) => [folder, await bundleDigest(root, folder)])),
  );
}
