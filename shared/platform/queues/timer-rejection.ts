import { TimerRejectedError } from '#shared/platform/core/errors.ts';
import { isServiceError } from '#shared/platform/runtime/aws/service-errors.ts';

/**
 * Sets or cancels a timer, and distinguishes a rejected timer from an outage of the service. Any other permanent error, such
 * as a time that cannot be formatted, counts as a rejection. @throws TimerRejectedError · the errors of the service
 */
export async function unlessRejected(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw (await isRejection(error))
      ? new TimerRejectedError('The timer was rejected permanently', { cause: error })
      : error;
  }
}

async function isRejection(error: unknown): Promise<boolean> {
  if (error instanceof RangeError) return true;
  if (isServiceError(error, 'ThrottlingException') || isServiceError(error, 'ConflictException'))
    return false;
  // The module is loaded already if a call failed.
  const { SchedulerServiceException } = await import('#shared/platform/runtime/aws/scheduler-sdk.ts');
  return error instanceof SchedulerServiceException && error.$fault === 'client';
}
