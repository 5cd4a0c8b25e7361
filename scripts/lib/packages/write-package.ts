import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.ts';

export type Manifest = Readonly<Record<string, unknown>>;

/** Fields of a source manifest that describe the sources, not what is published. */
const OF_SOURCES = ['private', 'imports', 'exports', 'bin', 'dependencies', 'optionalDependencies'];

export type PackageFiles = {
  /** Folder of the source manifest, relative to the repository. */
  readonly source: string;
  readonly folder: string;
  /** Fields for the built files, such as `exports` and `files`. */
  readonly fields: Manifest;
  /** `owner/name` on GitHub. */
  readonly repository: string | undefined;
};

/** Reads the manifest of a source folder. */
export function readManifest(source: string): Manifest {
  return JSON.parse(readFileSync(join(REPOSITORY, source, 'package.json'), 'utf8'));
}

/** Writes the manifest, the README and the license of a package. */
export function writePackage({ source, folder, fields, repository }: PackageFiles): void {
  const kept = Object.entries(readManifest(source)).filter(([name]) => !OF_SOURCES.includes(name));
  const manifest = {
    ...Object.fromEntries(kept),
    ...fields,
    // npm rejects a provenance whose repository is not this one, so nobody can publish from a copy by mistake.
    ...(repository === undefined
      ? {}
      : {
          repository: { type: 'git', url: `git+https://github.com/${repository}.git`, directory: source },
        }),
    publishConfig: { access: 'public', provenance: true },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync(join(REPOSITORY, 'LICENSE'), join(folder, 'LICENSE'));
  const readme = join(REPOSITORY, source, 'README.md');
  if (existsSync(readme)) copyFileSync(readme, join(folder, 'README.md'));
}
