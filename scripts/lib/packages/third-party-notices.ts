import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './repository.ts';

/** The folder of a package in the path of one of its files; the last one, because packages are nested. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/u;

/**
 * Writes the licenses of the packages that a bundle contains, as most of them require. `inputs` are paths of bundled files, `vendored`
 * the manifests of packages whose files are in the repository.
 */
export function writeNotices(
  folder: string,
  inputs: readonly string[],
  vendored: readonly string[] = [],
): void {
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const manifests = [...[...folders].toSorted().map((path) => `${path}/package.json`), ...vendored];
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), manifests.map(noticeOf).join('\n'));
}

function noticeOf(manifest: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(REPOSITORY, manifest), 'utf8'));
  const folder = dirname(join(REPOSITORY, manifest));
  const texts = globSync('{LICEN[SC]E,licen[sc]e,COPYING,NOTICE}{,.md,.txt,.MIT}', { cwd: folder })
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`=== ${name} ${version} (${license})`, '', ...texts, ''].join('\n');
}
