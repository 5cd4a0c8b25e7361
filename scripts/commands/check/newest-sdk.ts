import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGES = /^@(aws-sdk|smithy)\//u;
const packageSchema = v.object({ dependencies: v.record(v.string(), v.string()) });

/** Runs the tests of what talks to AWS in a copy of the commit with the newest SDK, because the work tree keeps the pinned versions. */
const { dependencies } = v.parse(packageSchema, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const newest = Object.keys(dependencies)
  .filter((name) => PACKAGES.test(name))
  .map((name) => `${name}@latest`);
const copy = await mkdtemp(join(tmpdir(), 'workspace-newest-sdk-'));
const run = (program: string, args: readonly string[], cwd = copy) =>
  execFileSync(program, args, { cwd, stdio: 'inherit' });

run('git', ['worktree', 'add', '--detach', copy, 'HEAD'], ROOT);
try {
  run('npm', ['ci', '--no-audit', '--no-fund']);
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...newest]);
  run('npx', ['vitest', 'run', '--project=contract']);
  run('npx', ['vitest', 'run', '--project=integration', 'test/integration/platform/direct-client']);
} finally {
  run('git', ['worktree', 'remove', '--force', copy], ROOT);
}
