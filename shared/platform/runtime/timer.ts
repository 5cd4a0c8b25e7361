/** Does something after a while, in milliseconds; gives what calls it off. Time as a dependency, like `Clock`. */
export type Timer = (milliseconds: number, act: () => void) => () => void;

/** The timers of the runtime. */
export function systemTimer(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
