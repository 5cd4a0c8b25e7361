import { join } from 'node:path';
import { build } from 'esbuild';

/** The files of the repository in the bundle of a function, as paths from `root`. @param folder of the function, from `root` */
export async function bundledFiles(root: string, folder: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'index.ts')],
    bundle: true,
    format: 'esm',
    metafile: true,
    packages: 'external',
    platform: 'node',
    write: false,
  });
  return Object.keys(metafile.inputs);
}
