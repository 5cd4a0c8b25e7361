/** An event that was compared with filters. */
export type ComparedEvent = {
  readonly id: string;
  readonly event: string;
  readonly recordedAt: Date;
  readonly isMatched: boolean;
};

/** The compared events, newest first. `isComplete` is false if time or reads ended before the log or the limit of events did. */
export type FilterEffect = { readonly compared: readonly ComparedEvent[]; readonly isComplete: boolean };
