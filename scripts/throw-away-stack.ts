import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Running } from './running.ts';

/**
 * Starts a local stack on free ports with a data directory that `stop` deletes. It is in a process group of its own, so that
 * whoever interrupts this process does not take the stack from under it; it ends by itself when this process is gone.
 */
export async function startThrowAwayStack(): Promise<{ running: Running; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-invoke-'));
  const start = fileURLToPath(new URL('../local/start.ts', import.meta.url));
  const child = spawn(process.execPath, [start], {
    env: {
      ...process.env,
      PORT: '0',
      RECEIVER_PORT: '0',
      LOCAL_DATA_DIR: dataDir,
      // By this the stack knows that it is to watch its parent.
      npm_lifecycle_event: 'throw-away',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await exited;
    // On Windows the files stay locked until the emulator has ended.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { running: JSON.parse(line.slice('ready '.length)), stop };
  }
  await stop();
  throw new Error('The local stack did not become ready');
}
