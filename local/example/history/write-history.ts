import { createExampleApi } from '#local/example/example-api.ts';
import { readHistoryProgress, saveHistoryProgress } from '#local/example/example-workspace.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { HISTORY_STEPS } from './history-steps.ts';
import { type ExampleTables, openHistory, openTables } from './open-history.ts';

/** Where the history is written. A thread gets a copy of it. */
export type HistoryRun = {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly apiKey: string;
  readonly exampleFile: string;
  readonly tables: ExampleTables;
};

/** Writes the steps of the history that are not written yet. The file has each step that is done, so the next run continues there. */
export async function writeHistory(run: HistoryRun): Promise<void> {
  const { receiverUrl, apiKey, exampleFile, tables } = run;
  const before = readHistoryProgress(exampleFile);
  if (!before) return;
  const { endsAt, completedSteps } = before;
  const api = createExampleApi({ ...run, signal: new AbortController().signal });
  const about = { api, apiKey, receiverUrl, endsAt: new Date(endsAt), clock: systemClock };
  const history = await openHistory(openTables(tables), about);
  for (const [index, write] of HISTORY_STEPS.slice(completedSteps).entries()) {
    await write(history);
    const done = completedSteps + index + 1;
    saveHistoryProgress(exampleFile, {
      endsAt,
      completedSteps: done,
      isComplete: done === HISTORY_STEPS.length,
    });
  }
}
