/** Whole seconds until a timestamp, rounded up; 0 if it is in the past. */
export function secondsUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}
