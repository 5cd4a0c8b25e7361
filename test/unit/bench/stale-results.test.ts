import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rateLimit } from '#bench/rate-limit/benchmark.ts';
import type { Benchmark } from '#bench/record/benchmark.ts';
import { bundleDigest } from '#bench/record/bundle-digest.ts';
import { readGitHistory } from '#bench/record/git-history.ts';
import { type History, staleRuns } from '#bench/record/stale-results.ts';

const BENCHMARK: Benchmark = {
  name: 'hot',
  runs: { hot: [] },
  brief: [],
  covers: ['bench', 'shared'],
  functions: ['deliver'],
};

function at(hour: number): Date {
  return new Date(Date.UTC(2026, 10, 23, hour));
}

/** `bench` was changed at 10:00, `shared` at 12:00. */
const CHANGED: Readonly<Record<string, number>> = { bench: 10, shared: 12 };
const HISTORY: History = {
  dateOf: async (commit) => (commit === 'unknown' ? undefined : at(Number(commit))),
  changedAt: async (path) => at(CHANGED[path] ?? 0),
};

async function judge(
  saved: { startedAt: Date; commit: string; bundles?: Readonly<Record<string, string>> } | undefined,
): Promise<string[]> {
  const results = saved && {
    hot: { bundles: { deliver: 'code' }, ...saved, startedAt: saved.startedAt.toISOString() },
  };
  return (
    await staleRuns(BENCHMARK, results ?? {}, {
      history: HISTORY,
      digestOf: async () => 'code',
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

  it.each([[{ deliver: 'other code' }], [{}]])(
    'is stale if it was measured with the functions %j',
    async (bundles) => {
      expect(await judge({ startedAt: at(13), commit: '12', bundles })).toEqual([
        'older than deliver (measured 2026-11-23T12:00:00.000Z)',
      ]);
    },
  );

  it('has the date of its start if its commit is not in the repository', async () => {
    expect(await judge({ startedAt: at(13), commit: 'unknown' })).toEqual([]);
    expect(await judge({ startedAt: at(9), commit: 'unknown' })).toEqual([
      'older than bench, shared (measured 2026-11-23T09:00:00.000Z)',
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
    expect(await history.changedAt('shared')).toEqual(at(10));

    const before = new Date();
    writeFileSync(join(root, 'shared/a.ts'), '2');
    expect((await history.changedAt('shared')).getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('has the date on which a package of the lock file was changed or removed, not that of an added one', async () => {
    const commitLock = (hour: number, packages: Readonly<Record<string, string>>) => {
      const entries = Object.entries(packages).map(([name, version]) => [name, { version }]);
      writeFileSync(
        join(root, 'package-lock.json'),
        JSON.stringify({ packages: { '': { hour }, ...Object.fromEntries(entries) } }),
      );
      git('add', '.');
      const date = at(hour).toISOString();
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-qm', 'lock'], {
        cwd: root,
        env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      });
    };
    const changedAt = async () => (await readGitHistory(root)).changedAt('package-lock.json');
    commitLock(13, { a: '1' });
    expect(await changedAt()).toEqual(at(13));
    commitLock(14, { a: '1', b: '1' });
    expect(await changedAt()).toEqual(at(13));
    commitLock(15, { a: '1', b: '2' });
    expect(await changedAt()).toEqual(at(15));
    commitLock(16, { a: '1' });
    expect(await changedAt()).toEqual(at(16));

    const before = new Date();
    writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}');
    expect((await changedAt()).getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('cannot be read from a shallow clone', async () => {
    const clone = join(folder, 'clone');
    git('clone', '--quiet', '--depth', '1', `file://${root}`, clone);

    await expect(readGitHistory(clone)).rejects.toThrow('git fetch --unshallow');
  });
});

describe('the digest of a function', () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-digest-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const digestWith = (used: string, rest = '') => {
    writeFileSync(
      join(root, 'index.ts'),
      "import { used } from './other.ts';\nexport const handler = () => used();",
    );
    writeFileSync(join(root, 'other.ts'), `export const used = (): unknown => ${used};\n${rest}`);
    return bundleDigest(root, '.');
  };

  it('changes with its code, not with comments, types and what the bundle does not contain', async () => {
    const digest = await digestWith('1');

    expect(await digestWith('1 as unknown', '/** New. */\nexport const unused = () => 2;')).toBe(digest);
    expect(await digestWith('2')).not.toBe(digest);
  });

  it('does not contain packages', async () => {
    await expect(bundleDigest(process.cwd(), 'functions/webhooks/deliver-webhook')).resolves.toMatch(
      /^[0-9a-f]{64}$/u,
    );
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
