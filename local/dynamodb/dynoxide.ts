import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#local/free-port.ts';
import { LocalError } from '#local/local-error.ts';
import { findDynoxide } from './find-dynoxide.ts';

export type DynamoDbPart = {
  readonly endpoint: string;
  /** The database file, or undefined for an external emulator. */
  readonly databaseFile: string | undefined;
  stop(): Promise<void>;
};

const READY_WITHIN = 10_000;
const START_ATTEMPTS = 3;

/** Runs the emulator and stops it when the pipe to this process closes. */
const WATCHDOG = fileURLToPath(new URL('watchdog.ts', import.meta.url));

/** Starts dynoxide on a free port, or uses the emulator of `DYNAMODB_ENDPOINT`. */
export async function startDynamoDb(options: {
  readonly directory: string;
  readonly externalEndpoint: string | undefined;
}): Promise<DynamoDbPart> {
  if (options.externalEndpoint !== undefined)
    return { endpoint: options.externalEndpoint, databaseFile: undefined, stop: async () => {} };
  const binary = findDynoxide();
  mkdirSync(options.directory, { recursive: true });
  const databaseFile = join(options.directory, 'dynoxide.db');
  const pidFile = join(options.directory, 'dynoxide.pid');
  await endStaleProcess(pidFile, databaseFile);
  const started = await startOnFreePort(
    (port) =>
      // Detached, so that Ctrl-C reaches only this process, which drains the functions before the tables stop.
      spawn(
        process.execPath,
        [WATCHDOG, pidFile, binary, 'serve', '--port', String(port), '--db-path', databaseFile],
        {
          stdio: ['pipe', 'ignore', 'ignore'],
          detached: true,
          windowsHide: true,
          env: { PATH: process.env['PATH'] },
        },
      ),
    (child) => stopChild(child, pidFile),
  );
  if (started)
    return { endpoint: started.endpoint, databaseFile, stop: () => stopChild(started.child, pidFile) };
  throw new LocalError(`the DynamoDB emulator did not start (${binary}, data in ${options.directory})`);
}

/** Starts an emulator on a free port, and again on another one if another process took the port first. Returns undefined if it never responds. */
export async function startOnFreePort(
  start: (port: number) => ChildProcess,
  stop: (child: ChildProcess) => unknown,
): Promise<{ readonly child: ChildProcess; readonly endpoint: string } | undefined> {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const port = await freePort();
    const child = start(port);
    const endpoint = `http://127.0.0.1:${port}`;
    if (await becomesReady(child, endpoint)) return { child, endpoint };
    await stop(child);
  }
  return undefined;
}

async function becomesReady(child: ChildProcess, endpoint: string): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN;
  while (Date.now() < deadline && child.exitCode === null) {
    const isResponding = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    // If another process took the port in the meantime, our child has exited.
    if (isResponding) return child.exitCode === null;
    await delay(20);
  }
  return false;
}

async function stopChild(child: ChildProcess, pidFile: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await Promise.race([ended, delay(2000, undefined, { ref: false })]);
  }
  rmSync(pidFile, { force: true });
}

/** The watchdog of a killed stack may still be stopping the emulator, which must exit before the file is opened again. */
async function endStaleProcess(pidFile: string, databaseFile: string): Promise<void> {
  const pid = Number(readText(pidFile));
  const patience = Date.now() + 1000;
  // Only Linux shows whether the process id still belongs to the emulator. On other systems no signal is sent; signal 0 only
  // checks that the process exists.
  const isLinux = process.platform === 'linux';
  const isOurs = (): boolean =>
    isLinux ? readText(`/proc/${pid}/cmdline`).includes(databaseFile) : Date.now() < patience;
  while (pid > 0 && isOurs()) {
    const signal = Date.now() < patience ? 'SIGTERM' : 'SIGKILL';
    try {
      process.kill(pid, isLinux ? signal : 0);
    } catch {
      break;
    }
    await delay(20);
  }
  rmSync(pidFile, { force: true });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
