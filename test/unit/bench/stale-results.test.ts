import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rateLimit } from '#bench/rate-limit/benchmark.ts';
import type { Benchmark } from '#bench/record/benchmark.ts';
import { bundledFiles } from '#bench/record/bundled-files.ts';
import { readGitHistory } from '#bench/record/git-history.ts';
import { type History, staleRuns } from '#bench/record/stale-results.ts';

const BENCHMARK: Benchmark = {
  name: 'hot',
  runs: { hot: [] },
  covers: ['bench', 'shared'],
  functions: ['deliver'],
};

function at(hour: number): Date {
  return new Date(Date.UTC(2026, 10, 23, hour));
}

/** `bench` was changed at 10:00, a file of `deliver` at 11:00, `shared` at 12:00. */
const CHANGED: Readonly<Record<string, number>> = {
  bench: 10,
  'deliver/index.ts': 9,
  'shared/a.ts': 11,
  shared: 12,
};
const HISTORY: History = {
  dateOf: async (commit) => (commit === 'unknown' ? undefined : at(Number(commit))),
  changedAt: async (paths) => at(Math.max(...paths.map((path) => CHANGED[path] ?? 0))),
};

async function judge(saved: { startedAt: Date; commit: string } | undefined): Promise<string[]> {
  const results = saved && { hot: { ...saved, startedAt: saved.startedAt.toISOString() } };
  return (
    await staleRuns(BENCHMARK, results ?? {}, {
      history: HISTORY,
      filesOf: async (folder) => [`${folder}/index.ts`, 'shared/a.ts'],
    })
  ).map(({ reason }) => reason);
}

describe('a result', () => {
  it('is current if no covered path has changed after its commit', async () => {
    expect(await judge({ startedAt: at(13), commit: '12' })).toEqual([]);
  });

  it('is stale with the paths that have changed after its commit, even if the run started later', async () => {
    expect(await judge({ startedAt: at(13), commit: '11' })).toEqual([
      'older than shared (measured 2026-11-23T11:00:00.000Z)',
    ]);
  });

  it('is stale if a file in the bundle of a function has changed after its commit', async () => {
    expect(await judge({ startedAt: at(13), commit: '10' })).toEqual([
      'older than shared, deliver (measured 2026-11-23T10:00:00.000Z)',
    ]);
  });

  it('has the date of its start if its commit is not in the repository', async () => {
    expect(await judge({ startedAt: at(13), commit: 'unknown' })).toEqual([]);
    expect(await judge({ startedAt: at(9), commit: 'unknown' })).toEqual([
      'older than bench, shared, deliver (measured 2026-11-23T09:00:00.000Z)',
    ]);
  });

  it('is missing if a declared run has none', async () => {
    expect(await judge(undefined)).toEqual(['no result']);
  });
});

describe('the history of a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workspace-history-'));
  const root = join(folder, 'repository');
  mkdirSync(join(root, 'shared'), { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
      env: {
        ...process.env,
        GIT_AUTHOR_DATE: '2026-11-23T10:00:00Z',
        GIT_COMMITTER_DATE: '2026-11-23T10:00:00Z',
      },
    })
      .toString()
      .trim();

  it('has the date of a commit, of the last change of a path, and the present for a change without a commit', async () => {
    git('init', '--quiet');
    writeFileSync(join(root, 'shared/a.ts'), '1');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    const commit = git('rev-parse', 'HEAD');
    const history = await readGitHistory(root);

    expect(await history.dateOf(commit)).toEqual(at(10));
    expect(await history.dateOf('unknown')).toBeUndefined();
    expect(await history.changedAt(['shared'])).toEqual(at(10));

    const before = new Date();
    writeFileSync(join(root, 'shared/a.ts'), '2');
    expect((await history.changedAt(['shared'])).getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('cannot be read from a shallow clone', async () => {
    const clone = join(folder, 'clone');
    git('clone', '--quiet', '--depth', '1', `file://${root}`, clone);

    await expect(readGitHistory(clone)).rejects.toThrow('git fetch --unshallow');
  });
});

describe('the files of a function', () => {
  it('are those in its bundle', async () => {
    const files = await bundledFiles(process.cwd(), 'functions/webhooks/deliver-webhook');

    expect(files).toContain('functions/webhooks/deliver-webhook/index.ts');
    expect(files).toContain('shared/webhooks/sending/signature.ts');
    expect(files).toContain('shared/platform/runtime/aws/dynamo-sdk.ts');
    expect(
      files.filter((file) => file.includes('node_modules') || file.startsWith('shared/webhooks/http')),
    ).toEqual([]);
  });
});

describe('npm run bench -- --stale', () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-stale-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root })
      .toString()
      .trim();
  const stale = () =>
    spawnSync(process.execPath, ['bench/run.ts', '--stale', '--only', 'rate-limit'], {
      cwd: root,
      encoding: 'utf8',
    });

  it('exits with 0 if every result is current, and with 1 and the stale runs if not', () => {
    for (const part of ['bench', 'package.json']) cpSync(part, join(root, part), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    for (const path of rateLimit.covers) {
      if (path.startsWith('bench')) continue;
      mkdirSync(join(root, path), { recursive: true });
      writeFileSync(join(root, path, 'a.ts'), '1');
    }
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    const saved = { startedAt: new Date().toISOString(), commit: git('rev-parse', 'HEAD') };
    const runs = Object.keys(rateLimit.runs).map((run) => [run, saved]);
    writeFileSync(join(root, 'bench/results/rate-limit.json'), JSON.stringify(Object.fromEntries(runs)));

    expect(stale()).toMatchObject({ status: 0, stdout: expect.stringContaining('every result is newer') });

    const covered = rateLimit.covers.find((path) => !path.startsWith('bench')) ?? '';
    writeFileSync(join(root, covered, 'a.ts'), '2');
    expect(stale()).toMatchObject({ status: 1, stdout: expect.stringContaining('stale: rate-limit') });
  });
});
