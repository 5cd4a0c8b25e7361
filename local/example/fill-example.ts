import { systemClock } from '#shared/platform/runtime/clock.ts';
import { createExampleApi } from './example-api.ts';
import { EXAMPLE_STEPS } from './example-steps.ts';
import {
  countCompletedSteps,
  type HistoryProgress,
  readHistoryProgress,
  saveCompletedSteps,
  saveHistoryProgress,
} from './example-workspace.ts';
import type { ExampleTables } from './history/open-history.ts';

type Options = {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly apiKey: string;
  readonly exampleFile: string;
  readonly tables: ExampleTables;
  readonly signal: AbortSignal;
  readonly log: (message: string) => void;
};

/**
 * Fills the example workspace in the background: first the four weeks before the first start, through the stores with a clock of the past;
 * then what happens now, through the API. A start continues where the one before was interrupted, and does nothing if all steps are done. A
 * step that fails ends the run: the stack goes on, and its log has the reason.
 */
export async function fillExample(options: Options): Promise<void> {
  const { receiverUrl, exampleFile, signal, log } = options;
  const api = createExampleApi(options);
  try {
    const progress = readHistoryProgress(exampleFile);
    if (progress && !progress.isComplete) await fillHistory(options, progress);
    const completed = countCompletedSteps(exampleFile);
    for (const [index, run] of EXAMPLE_STEPS.slice(completed).entries()) {
      if (signal.aborted) return;
      await run({ api, receiverUrl });
      if (signal.aborted) return;
      saveCompletedSteps(exampleFile, completed + index + 1);
    }
  } catch (error) {
    // The run also ends if a user deletes an endpoint of the example while the run fills it.
    if (!signal.aborted) log(`example: ${String(error)}`);
  }
}

async function fillHistory(options: Options, before: HistoryProgress): Promise<void> {
  const { receiverUrl, apiKey, exampleFile, tables, signal } = options;
  // Only the first start needs this code.
  const [{ HISTORY_STEPS }, { openHistory, openTables }] = await Promise.all([
    import('./history/history-steps.ts'),
    import('./history/open-history.ts'),
  ]);
  const { endsAt, completedSteps } = before;
  const api = createExampleApi(options);
  const about = { api, apiKey, receiverUrl, endsAt: new Date(endsAt), clock: systemClock };
  const history = await openHistory(openTables(tables), about);
  for (const [index, write] of HISTORY_STEPS.slice(completedSteps).entries()) {
    if (signal.aborted) return;
    await write(history);
    const done = completedSteps + index + 1;
    saveHistoryProgress(exampleFile, {
      endsAt,
      completedSteps: done,
      isComplete: done === HISTORY_STEPS.length,
    });
  }
}
