import { workerData } from 'node:worker_threads';
import { type HistoryRun, writeHistory } from './write-history.ts';

/** The thread that writes the history of the example workspace. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of write-history-apart.ts
await writeHistory(workerData as HistoryRun);
