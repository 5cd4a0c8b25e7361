/** A client may try this often at the password of one page … */
export const UNLOCK_ATTEMPTS = 10;
/** … within this many milliseconds (decisions 6). */
const WINDOW_MS = 10 * 60_000;

/** The window that an instant lies in: its number, and its end. Windows are the same for all, so that one counter per window does. */
export function unlockWindow(now: Date): { readonly number: number; readonly endsAt: Date } {
  const number = Math.floor(now.getTime() / WINDOW_MS);
  return { number, endsAt: new Date((number + 1) * WINDOW_MS) };
}
