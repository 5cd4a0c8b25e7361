/** Runs a function after a delay in milliseconds and returns a function that cancels it. A dependency, like `Clock`. */
export type Timer = (milliseconds: number, act: () => void) => () => void;

/** The timers of the runtime. */
export function systemTimer(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
