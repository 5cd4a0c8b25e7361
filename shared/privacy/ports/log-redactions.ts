import type { Erasure } from '#shared/events/recording/erasure.ts';
import type { LogRedaction } from '#shared/privacy/domain/log-redaction.ts';

/** The progress of a redaction after a page: the last item that was read, and the read units consumed. */
export type RedactedPage = { readonly position: number; readonly readUnits: number };

/** Removing the contacts of erasures from the logs of events. Every step is idempotent. */
export type LogRedactions = {
  /** The last redaction of a workspace's log, complete or not; undefined if there was none for a day. */
  findLast(workspaceId: string): Promise<LogRedaction | undefined>;

  /** Stores a new redaction, unless another run has started one since. Returns whether it was stored. */
  start(redaction: LogRedaction): Promise<boolean>;

  /**
   * Continues after the position of the redaction, a page at a time: removes the contacts of these erasures from the entries of events that
   * were recorded until the request. An item that cannot be parsed is passed to `onMalformed` and stays unchanged.
   */
  redact(
    redaction: LogRedaction,
    erasures: readonly Erasure[],
    onMalformed: (error: unknown) => void,
  ): AsyncIterable<RedactedPage>;

  /** Stores the progress, unless another run has started a later redaction. */
  advance(redaction: LogRedaction): Promise<void>;
};
