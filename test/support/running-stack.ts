import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const readySchema = v.object({
  baseUrl: v.string(),
  receiverUrl: v.string(),
  lambdaUrl: v.string(),
  dynamodbUrl: v.string(),
  workspaceId: v.string(),
  apiKey: v.string(),
  secondAdminApiKey: v.string(),
  otherWorkspaceId: v.string(),
  otherApiKey: v.string(),
  pageUrl: v.string(),
});

export type Ready = v.InferOutput<typeof readySchema>;

/** The local stack as a user has it: its own process, spoken to over HTTP only. */
export type RunningStack = Ready & {
  readonly dataDir: string;
  /** Everything that the functions logged so far. */
  logs(): Promise<string>;
  /** Ends the process like a power cut; the data stays. */
  kill(): Promise<void>;
  /** Ends the process as a user does. Gives its exit code. */
  stop(): Promise<number | null>;
  /** Stops and deletes the data. */
  discard(): Promise<void>;
};

const START_DEADLINE_MS = 45_000;

/** Starts `local/start.ts` on free ports, on a data directory of its own or on a given one. */
export async function startStack(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<RunningStack> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'workspace-stack-')));
  const env = { ...process.env, PORT: '0', RECEIVER_PORT: '0', LOCAL_DATA_DIR: dataDir, ...options.env };
  const child = spawn(process.execPath, ['local/start.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ready = await readReadyLine(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }

  return {
    ...ready,
    dataDir,
    logs: () => readFile(join(dataDir, 'functions.log'), 'utf8'),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async discard() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readReadyLine(child: ChildProcess): Promise<Ready> {
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    const line = /^ready (\{.*\})$/mu.exec(output)?.[1];
    if (line) resolve(v.parse(readySchema, JSON.parse(line)));
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  child.once('exit', (code) =>
    reject(new Error(`The local stack ended with ${code} before it was ready:\n${output}`)),
  );
  const timer = setTimeout(
    () => reject(new Error(`The local stack was not ready:\n${output}`)),
    START_DEADLINE_MS,
  );
  return promise.finally(() => clearTimeout(timer));
}
