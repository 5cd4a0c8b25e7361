import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { REPOSITORY } from './repository.ts';
import { readManifest, writePackage } from './write-package.ts';

const SOURCE = 'clients/typescript';

/** Builds `@workspace-platform/client`: ES modules with declarations, because Node runs no TypeScript below node_modules. */
export function buildClient(folder: string, repository: string | undefined): void {
  const root = join(REPOSITORY, SOURCE);
  compile({
    files: ['client.ts', 'verify-webhook.ts', 'verify-with-keys.ts'].map((file) => join(root, file)),
    root,
    outdir: folder,
    declarationsOnly: false,
  });
  copyFileSync(join(root, 'schema.d.ts'), join(folder, 'schema.d.ts'));
  const exported = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  writePackage({
    source: SOURCE,
    folder,
    repository,
    fields: {
      exports: {
        '.': exported('client'),
        './verify-webhook': exported('verify-webhook'),
        './verify-with-keys': exported('verify-with-keys'),
        './schema': { types: './schema.d.ts' },
      },
      files: ['*.js', '*.d.ts'],
      sideEffects: false,
      dependencies: readManifest(SOURCE)['dependencies'],
      engines: { node: '>=20' },
    },
  });
}
