import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.ts';

/** The folder of a package in the path of one of its files; the last one, because packages are nested. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/u;

/** Writes the licenses of the packages that a bundle contains, as most of them require. `inputs` are paths of bundled files. */
export function writeNotices(folder: string, inputs: readonly string[]): void {
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const notices = [...folders].toSorted().map(noticeOf);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices.join('\n'));
}

function noticeOf(folder: string): string {
  const path = join(REPOSITORY, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const texts = globSync('{LICEN[SC]E,licen[sc]e,COPYING,NOTICE}{,.md,.txt,.MIT}', { cwd: path })
    .toSorted()
    .map((file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`=== ${name} ${version} (${license})`, '', ...texts, ''].join('\n');
}
