import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { isRecord } from '#local/is-record.ts';

/** One start of a function in a new process, in milliseconds of CPU time: other work on the machine hardly affects it. */
export type Start = {
  /** CPU time of loading the module, including threads. */
  readonly loadMs: number;
  /** CPU time of loading the module and of the first call. */
  readonly cpuMs: number;
};

const messageSchema = v.object({
  loadMs: v.number(),
  cpuMs: v.number(),
  result: v.optional(v.unknown()),
});

/** Starts a bundle and calls it once. @throws Error if it fails */
export async function measureStart(
  { child, file }: { readonly child: string; readonly file: string },
  eventFile: string,
  environment: Readonly<Record<string, string>>,
): Promise<Start> {
  const process = fork(child, [pathToFileURL(file).href, eventFile], {
    env: { ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  process.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const returned = once(process, 'message').then(([message]) => v.parse(messageSchema, message));
  const failed = once(process, 'exit').then(() => {
    throw new Error(`${file} ended without a result: ${complaints}`);
  });
  try {
    const { loadMs, cpuMs, result } = await Promise.race([returned, failed]);
    const status = isRecord(result) ? Number(result['statusCode'] ?? 200) : 200;
    if (status >= 500) throw new Error(`${file} returned ${status}: ${JSON.stringify(result)}`);
    return { loadMs, cpuMs };
  } finally {
    failed.catch(() => {});
    process.kill('SIGKILL');
  }
}
