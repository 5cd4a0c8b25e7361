import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HistoryRun } from './write-history.ts';

/**
 * Writes the history in a thread of its own, which then ends. Otherwise the stack would keep the memory that a few thousand deliveries need,
 * and its requests would wait while the history is computed. `signal` ends the thread; the next start continues.
 */
export async function writeHistoryApart(
  { baseUrl, receiverUrl, apiKey, exampleFile, tables }: HistoryRun,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const worker = new Worker(new URL('history-thread.ts', import.meta.url), {
    name: 'history',
    workerData: { baseUrl, receiverUrl, apiKey, exampleFile, tables } satisfies HistoryRun,
    execArgv: [],
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    // An error of the thread rejects.
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
}
