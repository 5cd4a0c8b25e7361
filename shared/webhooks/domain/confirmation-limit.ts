import { PlatformError } from '#shared/platform/core/errors.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

/** An address receives at most one request for a confirmation in this many milliseconds, from all workspaces together. */
export const CONFIRMATION_PAUSE_MS = HOUR_MS;

/** A workspace can request this many confirmations in a day (UTC). */
export const DAILY_CONFIRMATIONS = 10;

/** The error of a request for a confirmation that would exceed one of the limits. */
export function confirmationLimitReached(limit: 'address' | 'workspace'): PlatformError {
  const detail =
    limit === 'address'
      ? 'This address was asked for a confirmation less than an hour ago. Repeat the request an hour after that mail.'
      : `A workspace can request ${DAILY_CONFIRMATIONS} confirmations a day. Repeat the request after midnight UTC.`;
  return new PlatformError(webhooksErrors.confirmation_limit_reached, detail);
}
