import { MalformedItemError } from '#shared/platform/core/errors.ts';

/** Messages that a run queues. */
const MAX_A_RUN = 500;

/** Items handled concurrently. */
const AT_ONCE = 25;

/** Work in the index by due time that has no cursor: an item leaves the index, or gets a later time, when it is queued. */
export type DueScan<T> = {
  readonly readDue: (before: Date) => AsyncIterable<readonly (T | MalformedItemError)[]>;
  /** Queues the message of an item. Returns false if another run has queued it. */
  readonly queue: (due: T) => Promise<boolean>;
};

/** What a scan uses of the run that it is part of. */
export type SweepRun = {
  readonly now: Date;
  readonly hasTime: () => boolean;
  /** An item that cannot be parsed must not stop the scan. */
  readonly skip: (error: MalformedItemError) => void;
};

/** Queues everything that is due, up to a limit. The next run continues. Returns the number of queued messages. */
export async function sweepDue<T>(
  { readDue, queue }: DueScan<T>,
  { now, hasTime, skip }: SweepRun,
): Promise<number> {
  let [handled, queued] = [0, 0];
  for await (const page of readDue(now)) {
    const due = page.flatMap((item) => {
      if (!(item instanceof MalformedItemError)) return [item];
      skip(item);
      return [];
    });
    for (let from = 0; from < due.length; from += AT_ONCE) {
      // Unreadable items do not count: they stay in the index, and would use up the limit of every run.
      if (handled >= MAX_A_RUN || !hasTime()) return queued;
      const some = due.slice(from, from + AT_ONCE);
      queued += (await Promise.all(some.map(queue))).filter(Boolean).length;
      handled += some.length;
    }
  }
  return queued;
}
