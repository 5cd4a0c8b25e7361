import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { readTree } from './process-tree.ts';

const readySchema = v.object({
  baseUrl: v.string(),
  apiKey: v.string(),
  receiverUrl: v.string(),
  consoleUrl: v.string(),
});

export type StackUnderLoad = v.InferOutput<typeof readySchema> & {
  readonly pid: number;
  readonly readySeconds: number;
  readonly readyCpuSeconds: number;
  stop(): Promise<void>;
};

const READY_WITHIN_MS = 120_000;

/**
 * Starts `local/start.ts` of a checkout with empty data: as after `npm ci`, without the caches of earlier starts, or with the caches of
 * the checkout. With `example`, it fills its example workspace.
 */
export async function startStackUnderLoad(
  root: string,
  { caches, example = false }: { readonly caches: boolean; readonly example?: boolean },
): Promise<StackUnderLoad> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-stack-bench-'));
  if (!caches) await rm(join(root, 'node_modules/.cache/local-templates.json'), { force: true });
  const compileCache = caches ? {} : { NODE_COMPILE_CACHE: join(dataDir, 'compiled') };
  const own = { PORT: '0', RECEIVER_PORT: '0', LOCAL_BARE: example ? 'off' : 'on' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['local/start.ts'], {
    cwd: root,
    env: { ...process.env, ...compileCache, ...own, LOCAL_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  // The benchmark must end by itself and leave nothing behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const patience = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    clearTimeout(patience);
    const pid = child.pid ?? 0;
    const readySeconds = (performance.now() - startedAt) / 1000;
    const { total } = await readTree(pid);
    child.stdout.resume();
    return {
      ...v.parse(readySchema, JSON.parse(line.slice('ready '.length))),
      pid,
      readySeconds,
      readyCpuSeconds: total / 1000,
      stop,
    };
  }
  await stop();
  throw new Error('The local stack did not become ready');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
