/** An event that was compared with filters. */
export type ComparedEvent = {
  readonly id: string;
  readonly event: string;
  readonly recordedAt: Date;
  readonly isMatched: boolean;
};

/** The compared events, newest first. `isComplete` is false if the comparison stopped at its limit of time or reads before it reached the end
 * of the log or 500 events. */
export type FilterEffect = { readonly compared: readonly ComparedEvent[]; readonly isComplete: boolean };
