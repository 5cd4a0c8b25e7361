import { parentPort, workerData } from 'node:worker_threads';
import { dataPaths } from '#local/data-directory.ts';
import type { OwnNumber } from '#local/messaging/own-numbers.ts';
import { createEmulators, type PreparedPlatform } from './emulators.ts';
import type { EmulatorThreadData, FunctionProcedures } from './procedures.ts';
import { connectThreads } from './thread-calls.ts';

/** The thread of the emulators: it opens them when the main thread calls. */
if (parentPort !== null) run(parentPort);

function run(port: NonNullable<typeof parentPort>): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of start-emulators.ts
  const data = workerData as EmulatorThreadData;
  const { call } = connectThreads<FunctionProcedures>(port, {
    open: () => emulators.open(),
    prepare: (prepared: PreparedPlatform) => emulators.prepare(prepared),
    giveNumbers: (numbers: readonly OwnNumber[]) => emulators.giveNumbers(numbers),
    serve: () => emulators.serve(),
    stop: () => emulators.stop(),
  });
  const log = (message: string): void => void call('log', message);
  const emulators = createEmulators({
    settings: data.settings,
    paths: dataPaths(data.dataDir),
    fresh: data.fresh,
    invoke: (functionName, event) => call('invoke', { functionName, event }),
    log,
  });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => log(`emulators: ${event}: ${String(error)}`));
}
