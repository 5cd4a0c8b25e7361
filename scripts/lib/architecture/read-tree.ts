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
