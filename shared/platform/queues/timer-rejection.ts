import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';

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
  const { SchedulerServiceException } = await import('#packages/lean-aws-client/scheduler-sdk.ts');
  return error instanceof SchedulerServiceException && error.$fault === 'client';
}
