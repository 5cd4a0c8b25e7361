import { createExampleApi } from './example-api.ts';
import { EXAMPLE_STEPS } from './example-steps.ts';
import { countCompletedSteps, saveCompletedSteps } from './example-workspace.ts';

/**
 * Fills the example workspace through the API, in the background. A start continues where the one before was interrupted, and does
 * nothing if all steps are done. A step that fails ends the run: the stack goes on, and its log has the reason.
 */
export async function fillExample(options: {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly apiKey: string;
  readonly exampleFile: string;
  readonly signal: AbortSignal;
  readonly log: (message: string) => void;
}): Promise<void> {
  const { receiverUrl, exampleFile, signal, log } = options;
  const api = createExampleApi(options);
  const completed = countCompletedSteps(exampleFile);
  try {
    for (const [index, run] of EXAMPLE_STEPS.slice(completed).entries()) {
      await run({ api, receiverUrl });
      if (signal.aborted) return;
      saveCompletedSteps(exampleFile, completed + index + 1);
    }
  } catch (error) {
    // The run also ends if a user deletes an endpoint of the example while the run fills it.
    if (!signal.aborted) log(`example: ${String(error)}`);
  }
}
