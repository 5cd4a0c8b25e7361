/** Time as a dependency: logic never asks the system clock itself. */
export type Clock = () => Date;

/** The wall clock. */
export function systemClock(): Date {
  return new Date();
}
