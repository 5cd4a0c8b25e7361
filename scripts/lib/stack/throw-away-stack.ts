import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Running } from './running.ts';

/**
 * Starts a local stack on free ports with a data directory that `stop` deletes. It runs in its own process group, so that
 * interrupting this process does not stop it at once; it stops automatically when this process ends. With `bare: false`, it fills its
 * example workspace.
 */
export async function startThrowAwayStack({ bare = true }: { readonly bare?: boolean } = {}): Promise<{
  running: Running;
  /** The example workspace, unless the stack is bare. */
  example: { readonly apiKey: string; readonly consoleUrl: string } | undefined;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-invoke-'));
  const start = fileURLToPath(new URL('../../../local/start.ts', import.meta.url));
  const child = spawn(process.execPath, [start], {
    env: {
      ...process.env,
      PORT: '0',
      RECEIVER_PORT: '0',
      LOCAL_BARE: bare ? 'on' : 'off',
      LOCAL_DATA_DIR: dataDir,
      // Pages have no host of their own, so that all requests go to one host.
      LOCAL_HOSTS: 'pages.localhost',
      // Samples and random requests never reach a real network: nothing listens on port 1025.
      NETWORK_ORIGINS: 'discord=http://127.0.0.1:1025,telegram=http://127.0.0.1:1025',
      // With this variable the stack watches its parent process.
      npm_lifecycle_event: 'throw-away',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await exited;
    // On Windows the files are locked until the emulator has stopped.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    const running = JSON.parse(line.slice('ready '.length));
    return { running, example: running.example, stop };
  }
  await stop();
  throw new Error('The local stack did not become ready');
}
