/** Time as a dependency: logic never reads the system clock itself. */
export type Clock = () => Date;

/** The wall clock. */
export function systemClock(): Date {
  return new Date();
}
