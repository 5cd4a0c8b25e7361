import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
/** Length of a window of attempts at a password, in milliseconds. */
const WINDOW_MS = 10 * MINUTE_MS;

/**
 * The window of `now`: its number and its end. Windows are aligned for everyone, so that one counter per window suffices.
 * @param length in milliseconds, ten minutes by default
 */
export function unlockWindow(
  now: Date,
  length = WINDOW_MS,
): { readonly number: number; readonly endsAt: Date } {
  const number = Math.floor(now.getTime() / length);
  return { number, endsAt: new Date((number + 1) * length) };
}
