import { Worker } from 'node:worker_threads';
import type { Emulators } from './emulators.ts';
import type { EmulatorProcedures, EmulatorThreadData, FunctionProcedures } from './procedures.ts';
import { connectThreads } from './thread-calls.ts';

/**
 * Runs the emulators in a thread of their own: they must not delay the functions, and a load test can tell the CPU time of both
 * apart. A thread ends with its process however it ends, so that `kill -9` leaves no emulator behind.
 */
export function startEmulators(options: EmulatorThreadData & FunctionProcedures): Omit<Emulators, 'serve'> & {
  serve(): Promise<void>;
} {
  const { invoke, log, ...workerData } = options;
  const worker = new Worker(new URL('emulator-thread.ts', import.meta.url), {
    // The name of the thread in the process table.
    name: 'emulators',
    workerData: workerData satisfies EmulatorThreadData,
    env: withoutAws(process.env),
    execArgv: [],
  });
  const { call, end } = connectThreads<EmulatorProcedures>(worker, { invoke, log });
  worker.once('error', (error) => end(toError(error)));
  worker.once('exit', () => end(new Error('the emulators have stopped')));
  return {
    open: () => call('open', undefined),
    prepare: (prepared) => call('prepare', prepared),
    giveNumbers: (numbers) => call('giveNumbers', numbers),
    serve: () => call('serve', undefined),
    stop: async () => {
      try {
        await call('stop', undefined);
      } finally {
        await worker.terminate();
      }
    },
  };
}

/** Settings of the developer must not change which services the emulators' own clients call. */
function withoutAws(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('AWS_')));
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
