import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { derivationOf } from './derived-files.ts';

/** Files that are deployed with a function, by their path in the repository. */
export type DeployedFiles = {
  readonly read: (path: string) => Promise<Buffer>;
  /** Compressed with gzip: at bundling time, or on every read if the function runs from source. */
  readonly readGzipped: (path: string) => Promise<Buffer>;
};

/**
 * The files that `infra/bundling/bundled-assets.ts` lists for a function. They are next to its bundle, under their
 * repository paths. A function that runs from source reads them in the repository, and derives the derived files on every
 * read. `moduleUrl` is `import.meta.url` of the function's `index.ts`.
 */
export function deployedFiles(moduleUrl: string): DeployedFiles {
  const isSource = new URL(moduleUrl).pathname.endsWith('.ts');
  const root = new URL(isSource ? '../../../' : './', moduleUrl);
  const readPlain = (path: string) => readFile(new URL(path, root));
  const read = isSource ? readOrDerive : readPlain;

  async function readOrDerive(path: string): Promise<Buffer> {
    const derived = derivationOf(path);
    if (!derived) return readPlain(path);
    return Buffer.from(derived.derive(await readPlain(derived.from)));
  }

  return {
    read,
    readGzipped: async (path) => (isSource ? gzipSync(await read(path)) : read(`${path}.gz`)),
  };
}
