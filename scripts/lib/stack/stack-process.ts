import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Running } from './running.ts';

/** The ready line of a local stack. */
export type StackReady = Running & {
  readonly example?: { readonly workspaceId: string; readonly apiKey: string; readonly consoleUrl: string };
};

export type StackProcess = { readonly ready: StackReady; stop(): Promise<void> };

/**
 * Starts the local stack of a checkout on a data directory, on free ports. Nothing in it reaches a real network. It runs in its own process
 * group, so that interrupting this process does not stop it at once; it stops when this process ends.
 */
export async function startStackProcess(options: {
  readonly checkout: string;
  readonly dataDirectory: string;
  /** Modules that are loaded before the stack. */
  readonly preload?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<StackProcess> {
  const { checkout, dataDirectory, preload = [], environment = {} } = options;
  const child = spawn(
    process.execPath,
    [...preload.flatMap((module) => ['--import', module]), join(checkout, 'local/start.ts')],
    {
      cwd: checkout,
      env: {
        ...process.env,
        PORT: '0',
        RECEIVER_PORT: '0',
        LOCAL_DATA_DIR: dataDirectory,
        // Pages have no host of their own, so that all requests go to one host.
        LOCAL_HOSTS: 'pages.localhost',
        // Nothing listens on port 1025.
        NETWORK_ORIGINS: 'discord=http://127.0.0.1:1025,telegram=http://127.0.0.1:1025',
        // With this variable the stack watches its parent process.
        npm_lifecycle_event: 'stack-process',
        ...environment,
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    const ready: StackReady = JSON.parse(line.slice('ready '.length));
    child.stdout.resume();
    return { ready, stop };
  }
  await stop();
  throw new Error(`The local stack of ${checkout} did not become ready`);
}
