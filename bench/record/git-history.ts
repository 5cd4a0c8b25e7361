import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { History } from './stale-results.ts';

/** Reads a repository with the commits of all results. @throws Error if the folder is no repository or a shallow clone */
export async function readGitHistory(root: string): Promise<History> {
  async function git(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd: root });
    return stdout.trim();
  }

  // In a shallow clone, every file seems to have changed in the oldest commit.
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
    throw new Error('The ages of results need the whole history: git fetch --unshallow');

  return {
    async dateOf(commit) {
      const date = await git('show', '--no-patch', '--format=%cI', `${commit}^{commit}`).catch(() => '');
      return date === '' ? undefined : new Date(date);
    },
    async changedAt(paths) {
      if ((await git('status', '--porcelain', '--', ...paths)) !== '') return new Date();
      return new Date(await git('log', '-1', '--format=%cI', '--', ...paths));
    },
  };
}
