import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Enough for the errors at the end of any output. */
const KEPT_CHARACTERS = 2_000_000;
const GRACE_MS = 5000;

export type Command = {
  readonly command: string;
  readonly args: readonly string[];
  /** Ends the process and its children. */
  readonly signal: AbortSignal;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
};

export type Finished = { readonly code: number | null; readonly stdout: string; readonly output: string };

export type RunningProcess = {
  /** What the process wrote to both streams so far. */
  output(): string;
  /** False as soon as the process has ended. */
  isRunning(): boolean;
  stop(): Promise<void>;
};

/** Runs a command to its end. Throws if the signal ends it or if the command does not exist. */
export async function runCommand(command: Command): Promise<Finished> {
  command.signal.throwIfAborted();
  const { child, streams, stop } = start(command);
  const stopped = { whenAborted: (): void => void stop() };
  command.signal.addEventListener('abort', stopped.whenAborted, { once: true });
  try {
    const [code] = await once(child, 'close');
    command.signal.throwIfAborted();
    return { code, stdout: streams.stdout, output: streams.both };
  } finally {
    command.signal.removeEventListener('abort', stopped.whenAborted);
  }
}

/** Starts a server. The caller stops it; the signal stops it too. */
export function startProcess(command: Command): RunningProcess {
  command.signal.throwIfAborted();
  const { child, streams, stop } = start(command);
  let failed = false;
  child.once('error', () => (failed = true));
  command.signal.addEventListener('abort', () => void stop(), { once: true });
  return {
    output: () => streams.both,
    isRunning: () => !failed && child.exitCode === null && child.signalCode === null,
    stop,
  };
}

function start({ command, args, cwd, env }: Command) {
  // A process group of its own, so that the end of the process is also the end of the workers that it started.
  const child = spawn(command, [...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: env ?? process.env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const streams = { stdout: '', both: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    streams.stdout += text;
    streams.both = (streams.both + text).slice(-KEPT_CHARACTERS);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    streams.both = (streams.both + text).slice(-KEPT_CHARACTERS);
  });
  return { child, streams, stop: () => stopGroup(child) };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  signalGroup(child.pid, 'SIGTERM');
  await Promise.race([ended, delay(GRACE_MS, undefined, { ref: false })]);
  signalGroup(child.pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
