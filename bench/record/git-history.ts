import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { History } from './stale-results.ts';

const LOCK = 'package-lock.json';
const lockSchema = v.object({ packages: v.record(v.string(), v.unknown()) });

/** Reads a repository with the commits of all results. @throws Error if the folder is no repository or a shallow clone */
export async function readGitHistory(root: string): Promise<History> {
  async function git(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd: root, maxBuffer: 2 ** 26 });
    return stdout.trim();
  }

  // In a shallow clone, every file seems to have changed in the oldest commit.
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
    throw new Error('The ages of results need the whole history: git fetch --unshallow');

  async function changedAt(path: string): Promise<Date> {
    if ((await git('status', '--porcelain', '--', path)) !== '') return new Date();
    return new Date(await git('log', '-1', '--format=%cI', '--', path));
  }

  async function lockAt(commit: string): Promise<Readonly<Record<string, unknown>>> {
    const text = await git('show', `${commit}:${LOCK}`).catch(() => '{"packages":{}}');
    return v.parse(lockSchema, JSON.parse(text)).packages;
  }

  /** An added package changes no measured code until a file imports it, and that file is covered itself. */
  async function packagesChangedAt(): Promise<Date> {
    if ((await git('status', '--porcelain', '--', LOCK)) !== '') return new Date();
    const commits = (await git('log', '--format=%H %cI', '--', LOCK))
      .split('\n')
      .map((line) => line.split(' '));
    for (const [commit = '', date = ''] of commits) {
      const [before, after] = await Promise.all([lockAt(`${commit}^`), lockAt(commit)]);
      const isChanged = (path: string) => JSON.stringify(before[path]) !== JSON.stringify(after[path]);
      // The entry of the project itself lists its dependencies.
      const existing = Object.keys(before).filter((path) => path !== '');
      if (existing.length === 0 || existing.some(isChanged)) return new Date(date);
    }
    throw new Error(`${LOCK} has no history`);
  }
  let packages: Promise<Date> | undefined;

  return {
    async dateOf(commit) {
      const date = await git('show', '--no-patch', '--format=%cI', `${commit}^{commit}`).catch(() => '');
      return date === '' ? undefined : new Date(date);
    },
    changedAt: (path) => (path === LOCK ? (packages ??= packagesChangedAt()) : changedAt(path)),
  };
}
