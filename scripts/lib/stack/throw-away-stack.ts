import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Running } from './running.ts';
import { type StackReady, startStackProcess } from './stack-process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Starts a local stack with a data directory that `stop` deletes. With `bare: false`, it fills its example workspace. */
export async function startThrowAwayStack({ bare = true }: { readonly bare?: boolean } = {}): Promise<{
  running: Running;
  /** The example workspace, unless the stack is bare. */
  example: StackReady['example'];
  stop: () => Promise<void>;
}> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'workspace-invoke-'));
  // On Windows the files are locked until the emulator has stopped.
  const clean = () => rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 });
  const environment = { LOCAL_BARE: bare ? 'on' : 'off' };
  try {
    const { ready, stop } = await startStackProcess({ checkout: ROOT, dataDirectory, environment });
    return { running: ready, example: ready.example, stop: () => stop().then(clean) };
  } catch (error) {
    await clean();
    throw error;
  }
}
