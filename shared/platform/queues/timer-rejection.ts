import { ConflictException, SchedulerServiceException, ThrottlingException } from '@aws-sdk/client-scheduler';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';

/**
 * Sets or cancels a timer, and distinguishes a rejected timer from an outage of the service. Any other permanent error, such
 * as a time that cannot be formatted, counts as a rejection. @throws TimerRejectedError · the errors of the service
 */
export async function unlessRejected(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw isRejection(error)
      ? new TimerRejectedError('The timer was rejected permanently', { cause: error })
      : error;
  }
}

function isRejection(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  if (error instanceof ThrottlingException || error instanceof ConflictException) return false;
  return error instanceof SchedulerServiceException && error.$fault === 'client';
}
