import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** The environment of a command whose functions make every call with the SDK alone. It starts stacks of its own. */
function switchedOff(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^VITEST|^SHARED_STACKS_FOLDER$/u.test(name));
  return { ...Object.fromEntries(own), LEAN_AWS_CLIENT: 'off' };
}

it('invokes a function whose calls the SDK makes', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'invoke', '--', 'ingest-event'], {
    env: switchedOff(),
  });

  expect(JSON.parse(stdout)).toMatchObject({ statusCode: 202 });
});

it('delivers events whose calls the SDK makes', async () => {
  const file = 'test/e2e/webhooks/webhook-journey.test.ts';
  const { stdout } = await run('npx', ['--no-install', 'vitest', 'run', '--project=e2e', file], {
    env: switchedOff(),
  });

  expect(stdout).toMatch(/Test Files .*1 passed/u);
});
