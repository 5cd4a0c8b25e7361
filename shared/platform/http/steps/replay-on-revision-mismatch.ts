import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Step } from '#shared/platform/http/request-context.ts';

/**
 * A command that was carried out moved the revision that it named: sent again under its `Idempotency-Key` it would meet its
 * own success as 412 (H15). So the answer it had is looked for before that refusal is given; any other request gets it.
 */
export function replayOnRevisionMismatch(step: Step, recall: readonly Step[]): Step {
  return async (request) => {
    try {
      await step(request);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'revision_mismatch') throw error;
      await attempt(recall, request);
      if (!request.context.requestContext.replayed) throw error;
    }
  };
}

/** What else is wrong with a request comes after its precondition (R3); trouble of our own does not. */
async function attempt(steps: readonly Step[], request: Parameters<Step>[0]): Promise<void> {
  try {
    for (const step of steps) await step(request);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}
