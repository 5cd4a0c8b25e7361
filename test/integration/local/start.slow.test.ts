import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { resolveLocalNames } from '#test/support/fixtures/platform/stacks/local-names.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { temporaryDirectory } from './temporary-directory.ts';

type Run = { readonly child: ChildProcess; readonly out: () => string; readonly err: () => string };

const STARTS_WITHIN = 30_000;

// Windows ends a process that receives a signal at once, and has no /bin/sh.
describe.skipIf(process.platform === 'win32')('local/start.ts', () => {
  const directory = temporaryDirectory();
  const dataDir = directory.at('data');
  const children: ChildProcess[] = [];

  afterEach(async () => {
    for (const child of children.splice(0)) await end({ child, out: () => '', err: () => '' }, 'SIGKILL');
  });
  afterAll(async () => {
    await waitFor('no emulator is left', () => emulators().length === 0);
    directory.remove();
  });

  function run(args: string[] = [], env: Record<string, string> = {}): Run {
    const child = spawn(process.execPath, ['local/start.ts', ...args], {
      env: {
        ...process.env,
        PORT: '0',
        RECEIVER_PORT: '0',
        LOCAL_BARE: '1',
        LOCAL_DATA_DIR: dataDir,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    return { child, out: () => out, err: () => err };
  }

  async function ready(started: Run): Promise<Record<string, string>> {
    const line = await waitFor(
      `the ready line (${started.err()})`,
      () => /^ready (\{.*\})$/m.exec(started.out())?.[1],
      STARTS_WITHIN,
    );
    return JSON.parse(line);
  }

  async function end({ child }: Run, signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }

  /** Command lines of emulators that use the data of this test. */
  function emulators(): string[] {
    return commandLines().filter((command) => command.includes('dynoxide') && command.includes(dataDir));
  }

  function commandLines(): string[] {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-A', '-o', 'command=']).toString().split('\n');
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        } catch {
          return '';
        }
      });
  }

  it('keeps its data through a kill and an immediate restart', async () => {
    const first = run();
    const before = await ready(first);
    expect(Object.keys(before).toSorted()).toEqual([
      'apiKey',
      'baseUrl',
      'consoleUrl',
      'coreTable',
      'deliveryTable',
      'dynamodbUrl',
      'lambdaUrl',
      'mailUrl',
      'networkUrl',
      'otherApiKey',
      'otherWorkspaceId',
      'pageSlug',
      'pageUrl',
      'pagesUrl',
      'phonesUrl',
      'queuesUrl',
      'receiverUrl',
      'secondAdminApiKey',
      'workspaceId',
    ]);
    await end(first, 'SIGKILL');

    const second = run();
    const after = await ready(second);
    expect(after['apiKey']).toBe(before['apiKey']);
    expect(JSON.parse(readFileSync(`${dataDir}/demo.json`, 'utf8'))).toEqual(after);
    const consoleKey = new URLSearchParams(new URL(after['consoleUrl'] ?? '').hash.slice(1)).get('key') ?? '';
    const me = await fetch(`${after['baseUrl']}/api/v1/me`, { headers: { 'x-api-key': consoleKey } });
    expect(await me.json()).toMatchObject({ data: { key: { console: true }, member: { role: 'admin' } } });
    const response = await fetch(`${after['baseUrl']}/api/v1/workspace-webhooks`, {
      headers: { 'x-api-key': after['apiKey'] ?? '' },
    });
    expect(response.status).toBe(200);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s within 5 s with code 0 and leaves no process',
    async (signal) => {
      const started = run();
      const { baseUrl } = await ready(started);
      await fetch(baseUrl ?? '');
      const asked = Date.now();

      expect(await end(started, signal)).toBe(0);
      expect(Date.now() - asked).toBeLessThan(5000);
      expect(started.err()).toBe('');
      expect(emulators()).toEqual([]);
    },
  );

  it('follows the shell in which npm runs it', async () => {
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" local/start.ts; true`], {
      env: {
        ...process.env,
        PORT: '0',
        RECEIVER_PORT: '0',
        LOCAL_BARE: '1',
        LOCAL_DATA_DIR: dataDir,
        npm_lifecycle_event: 'start',
      },
      stdio: 'ignore',
    });
    children.push(shell);
    await waitFor('the emulator runs', () => emulators().length > 0);

    shell.kill('SIGKILL');

    await waitFor('the stack ended', () => emulators().length === 0);
    expect(shell.signalCode).toBe('SIGKILL');
  });

  it('exits with code 0 when stopped before it is ready', async () => {
    const started = run();
    await waitFor('the emulator runs', () => emulators().length > 0);

    expect(await end(started, 'SIGTERM')).toBe(0);
    await waitFor('no emulator is left', () => emulators().length === 0);
  });

  it('ends on SIGINT within 5 s with code 0 while it fills the example workspace, and goes on after a restart', async () => {
    const started = run(['--fresh'], { LOCAL_BARE: 'off' });
    const before = await ready(started);
    const completedSteps = () =>
      JSON.parse(readFileSync(`${dataDir}/example.json`, 'utf8')).history.completedSteps;
    await waitFor('the example has begun', () => completedSteps() > 5);
    const asked = Date.now();

    expect(await end(started, 'SIGINT')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(5000);
    expect(started.err()).toBe('');
    const interrupted = completedSteps();
    const after = await ready(run([], { LOCAL_BARE: 'off' }));
    expect(after['example']).toMatchObject({ workspaceId: Object(before['example']).workspaceId });
    await waitFor('the example goes on', () => completedSteps() > interrupted);
  });

  it('starts without the example workspace with --bare', async () => {
    const started = run(['--fresh', '--bare'], { LOCAL_BARE: 'off' });

    expect(await ready(started)).not.toHaveProperty('example');
    expect(started.out()).not.toContain('Example');
  });

  it('starts with empty data with --fresh', async () => {
    const first = run();
    const before = await ready(first);
    await end(first, 'SIGTERM');

    const after = await ready(run(['--fresh']));

    expect(after['workspaceId']).not.toBe(before['workspaceId']);
  });

  it.each([
    ['on', true],
    ['off', false],
  ])(
    'with throttling %s rejects requests beyond the limits of the stage: %s',
    async (setting, isThrottled) => {
      resolveLocalNames();
      const { pagesUrl } = await ready(run([], { LOCAL_THROTTLING: setting }));

      // A route of visitors: 20 at once, 10 a second.
      const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${pagesUrl}/robots.txt`)));

      expect(answers.some(({ status }) => status === 429)).toBe(isThrottled);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
    },
  );

  it('reports in one line a port or data in use, or an invalid setting', async () => {
    const { baseUrl = '', receiverUrl = '' } = await ready(run());
    const other = { LOCAL_DATA_DIR: directory.at('other') };

    expect(await complaint(run([], { ...other, PORT: new URL(baseUrl).port }))).toMatch(
      /^port \d+ is already in use; set PORT .*\n$/,
    );
    expect(await complaint(run([], { ...other, RECEIVER_PORT: new URL(receiverUrl).port }))).toMatch(
      /^port \d+ is already in use; set RECEIVER_PORT .*\n$/,
    );
    expect(await complaint(run())).toMatch(/^.* is in use by process \d+; .*\n$/);
    expect(await complaint(run([], { PORT: 'many' }))).toMatch(/^PORT must be a port .*\n$/);
    expect(await complaint(run(['--frsh']))).toMatch(/^Unknown option '--frsh'.*\n$/);
  });

  async function complaint(started: Run): Promise<string> {
    if (started.child.exitCode === null) await once(started.child, 'exit');
    expect(started.child.exitCode).toBe(1);
    return started.err();
  }

  it('writes the banner and the ready line to standard output, and function logs to a file', async () => {
    const started = run();
    const { baseUrl, apiKey } = await ready(started);
    await fetch(`${baseUrl}/api/v1/workspace-webhooks`, { headers: { 'x-api-key': apiKey ?? '' } });
    await waitFor('the request is logged', () =>
      readFileSync(`${dataDir}/functions.log`, 'utf8').includes('"operation":"list-endpoints"'),
    );

    expect(started.out()).not.toContain('"level"');
    expect(started.out().trimEnd().split('\n').at(-1)).toMatch(/^ready \{/);
  });
});
