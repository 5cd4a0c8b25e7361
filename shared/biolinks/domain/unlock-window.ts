/** Length of a window in milliseconds. */
const WINDOW_MS = 10 * 60_000;

/** The window of `now`: its number and its end. Windows are aligned for everyone, so that one counter per window suffices. */
export function unlockWindow(now: Date): { readonly number: number; readonly endsAt: Date } {
  const number = Math.floor(now.getTime() / WINDOW_MS);
  return { number, endsAt: new Date((number + 1) * WINDOW_MS) };
}
