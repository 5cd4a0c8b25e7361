import { createExampleApi } from './example-api.ts';
import { EXAMPLE_STEPS } from './example-steps.ts';
import { countCompletedSteps, readHistoryProgress, saveCompletedSteps } from './example-workspace.ts';
import { writeHistoryApart } from './history/write-history-apart.ts';
import type { HistoryRun } from './history/write-history.ts';

type Options = HistoryRun & {
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
    if (progress && !progress.isComplete) await writeHistoryApart(options, signal);
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
