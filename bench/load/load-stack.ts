import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { listen } from '#local/listen.ts';

const readySchema = v.object({
  baseUrl: v.string(),
  apiKey: v.string(),
  workspaceId: v.string(),
  coreTable: v.string(),
  dynamodbUrl: v.string(),
  lambdaUrl: v.string(),
  phonesUrl: v.string(),
});
type Ready = v.InferOutput<typeof readySchema>;

/** A local stack with temporary data and its own ports that survives being killed. */
export type LoadStack = Ready & {
  readonly dataDir: string;
  /** The ready line of the last start: only the API keeps its port. */
  latest(): Ready;
  /** Sends SIGKILL and restarts on the same data and ports; resolves when the stack is ready again. */
  crash(): Promise<void>;
  /** Stops the stack and deletes its data, unless `keep` is set. */
  stop(options?: { readonly keep: boolean }): Promise<void>;
};

const READY_WITHIN_MS = 60_000;

/** Starts `local/start.ts` on ports that stay the same after a restart, as clients expect. */
export async function startLoadStack(
  retryDelays: string | undefined,
  variables: Readonly<Record<string, string>> = {},
): Promise<LoadStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-load-'));
  const [port, receiverPort] = await freePorts();
  const env = {
    ...process.env,
    PORT: String(port),
    RECEIVER_PORT: String(receiverPort),
    LOCAL_DATA_DIR: dataDir,
    LOCAL_BARE: '1',
    ...variables,
    ...(retryDelays === undefined ? {} : { RETRY_DELAYS: retryDelays }),
  };
  const file = fileURLToPath(new URL('../../local/start.ts', import.meta.url));
  const launch = (): ChildProcess =>
    spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });

  let child = launch();
  let isStopping = false;
  let latest: Ready;
  const ready = await readReady(child).catch(async (error: unknown) => {
    await end(child, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });

  latest = ready;

  return {
    ...ready,
    dataDir,
    latest: () => latest,
    async crash() {
      await end(child, 'SIGKILL');
      if (isStopping) return;
      child = launch();
      latest = await readReady(child);
    },
    async stop({ keep } = { keep: false }) {
      isStopping = true;
      await end(child, 'SIGTERM');
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function readReady(child: ChildProcess): Promise<Ready> {
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const line = /^ready (\{.*\})$/mu.exec(output)?.[1];
    if (line !== undefined) resolve(v.parse(readySchema, JSON.parse(line)));
  });
  child.once('exit', () => reject(new Error(`The stack ended before it was ready:\n${output}`)));
  const timer = setTimeout(
    () => reject(new Error(`The stack was not ready in time:\n${output}`)),
    READY_WITHIN_MS,
  );
  return promise.finally(() => clearTimeout(timer));
}

/** Both ports are open at the same time, so that they differ. */
async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()] as const;
  const [port, receiverPort] = await Promise.all([listen(servers[0]), listen(servers[1])]);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [port, receiverPort];
}
