import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const NOT_OURS = ['node_modules', 'dist', 'cdk.out', 'coverage', '.local'];

/** Every TypeScript file of the repository, by path from the root. */
export function readTree(): Readonly<Record<string, string>> {
  const paths = globSync('**/*.{ts,tsx}', { cwd: REPOSITORY, exclude: (path) => NOT_OURS.includes(path) });
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(`${REPOSITORY}${path}`, 'utf8')]),
  );
}

/** The paths of all files of the repository: tracked files, and new ones that are not ignored. Deleted ones are left out. */
export function readPaths(): readonly string[] {
  const git = (...options: readonly string[]) =>
    execFileSync('git', ['ls-files', '-z', ...options], { cwd: REPOSITORY, maxBuffer: 64 * 1024 * 1024 })
      .toString()
      .split('\0')
      .filter((path) => path !== '');
  const deleted = new Set(git('--deleted'));
  return git('--cached', '--others', '--exclude-standard').filter((path) => !deleted.has(path));
}
