import { ConflictException, SchedulerServiceException, ThrottlingException } from '@aws-sdk/client-scheduler';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';

/**
 * Sets or takes back a timer, and tells a refusal of this one from trouble with the service. What is none of both, such as
 * a time that cannot be written, will not change either. @throws TimerRejectedError · what the service throws in trouble
 */
export async function unlessRejected(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw isRefusal(error)
      ? new TimerRejectedError('The timer is refused for good', { cause: error })
      : error;
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  if (error instanceof ThrottlingException || error instanceof ConflictException) return false;
  return error instanceof SchedulerServiceException && error.$fault === 'client';
}
