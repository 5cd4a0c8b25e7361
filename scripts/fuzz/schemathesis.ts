import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readOpenApi } from '#scripts/conformance/open-api.ts';
import { startThrowAwayStack } from '#scripts/throw-away-stack.ts';
import { makeOneOfEach } from './one-of-each.ts';
import { schemathesisConfig } from './schemathesis-config.ts';

const VERSION = '4.32.5';
const HOME = join(tmpdir(), `workspace-schemathesis-${VERSION}`);
const COMMAND = join(HOME, 'bin', 'schemathesis');
const DOCUMENT = fileURLToPath(new URL('../../docs/api/openapi.json', import.meta.url));

/** What would reach servers of others, or take away what the fuzzer stands on. */
const LEFT_OUT = [
  'connectAccount',
  'updateAccount',
  'deleteMember',
  'updateMember',
  'deleteApiKey',
  'updateApiKey',
];

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

process.exitCode = isInstalled() ? await run() : 0;

/** A machine without Python, or without a way to its packages, leaves this out. */
function isInstalled(): boolean {
  if (existsSync(COMMAND)) return true;
  const made = spawnSync('python3', ['-m', 'venv', HOME], { stdio: 'inherit' });
  const pip = join(HOME, 'bin', 'pip');
  const installed =
    made.status === 0 &&
    spawnSync(pip, ['install', '--quiet', `schemathesis==${VERSION}`], { stdio: 'inherit' }).status === 0;
  if (!installed) console.log(`Left out: schemathesis ${VERSION} needs python3 with venv and pip`);
  return installed;
}

async function run(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-schemathesis-run-'));
  const { running, stop } = await startThrowAwayStack();
  try {
    const known = { workspace: running.workspaceId, slug: 'demo' };
    const kept = { ...known, ...(await makeOneOfEach(readOpenApi(), running)) };
    const deleted = { ...known, ...(await makeOneOfEach(readOpenApi(), running, 'other-')) };
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, schemathesisConfig(kept, deleted));
    const options = {
      url: running.baseUrl,
      header: `Authorization: Bearer ${running.apiKey}`,
      seed: values.seed,
      'max-examples': values.examples,
    };
    const listed = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const left = LEFT_OUT.flatMap((id) => ['--exclude-operation-id', id]);
    const whole = ['--config-file', config, 'run', DOCUMENT, '--continue-on-failure', ...listed, ...left];
    const { status } = spawnSync(COMMAND, whole, {
      stdio: 'inherit',
      cwd: folder,
    });
    return status ?? 1;
  } finally {
    await stop();
    await rm(folder, { recursive: true });
  }
}
