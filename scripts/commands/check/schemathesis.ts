import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { makeOneOfEach } from '#scripts/lib/fuzz/one-of-each.ts';
import { schemathesisConfig } from '#scripts/lib/fuzz/schemathesis-config.ts';
import { pythonTool } from '#scripts/lib/python-tool.ts';
import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';

const VERSION = '4.32.5';
const HOME = join(tmpdir(), `workspace-schemathesis-${VERSION}`);
const DOCUMENT = fileURLToPath(new URL('../../../docs/api/openapi.json', import.meta.url));

/** Operations that would reach third-party servers or delete what the fuzzer depends on. */
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

const command = pythonTool(HOME, 'schemathesis', VERSION);
if (command === undefined) {
  // A run that checked nothing is no pass: the nightly record would say so.
  console.error(`schemathesis ${VERSION} requires Python 3 with venv and pip, and access to its packages`);
  process.exitCode = 1;
} else process.exitCode = await run(command);

async function run(schemathesis: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-schemathesis-run-'));
  const { running, stop } = await startThrowAwayStack();
  try {
    const known = { workspace: running.workspaceId, slug: 'demo' };
    const api = readOpenApi();
    const kept = { ...known, ...(await makeOneOfEach(api, running)) };
    const deleted = { ...known, ...(await makeOneOfEach(api, running, 'other-')) };
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, schemathesisConfig(Object.keys(api.paths), kept, deleted));
    const options = {
      url: running.baseUrl,
      header: `Authorization: Bearer ${running.apiKey}`,
      seed: values.seed,
      'max-examples': values.examples,
    };
    const listed = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const left = LEFT_OUT.flatMap((id) => ['--exclude-operation-id', id]);
    const whole = ['--config-file', config, 'run', DOCUMENT, '--continue-on-failure', ...listed, ...left];
    const { status } = spawnSync(schemathesis, whole, {
      stdio: 'inherit',
      cwd: folder,
    });
    return status ?? 1;
  } finally {
    await stop();
    await rm(folder, { recursive: true });
  }
}
