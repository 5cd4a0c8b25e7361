import type { CarrierRecords } from './carrier-records.ts';
import type { EventRoutes, QueuedBody } from './event-routes.ts';

export type Publisher = {
  /** Publishes everything that is due. */
  publishDue(): Promise<void>;
  /** Call this after something was planned. */
  wake(): void;
  /** From now on, publications go out at their time; first of all those that became due while the stack was stopped. */
  start(): void;
  stop(): Promise<void>;
};

/** Publications that are read at once. */
const PAGE = 50;
/** Milliseconds before an attempt to reach a queue is repeated. */
const RETRY_MS = 500;

/**
 * Publishes at least once: a publication is deleted after its queues have accepted it, so after a crash in between, AWS repeats it, as it
 * may at any time.
 */
export function createPublisher(options: {
  readonly records: CarrierRecords;
  readonly routes: EventRoutes;
  readonly send: (messages: readonly QueuedBody[]) => Promise<void>;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): Publisher {
  const { records, routes, send, now, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isStarted = false;

  async function publishAll(): Promise<void> {
    for (;;) {
      const page = records.due(now(), PAGE);
      if (page.length === 0) return;
      await send(page.flatMap(routes));
      records.confirm(page);
    }
  }

  /** One run after the other; the caller waits for a run that started after its call. */
  function publishDue(): Promise<void> {
    last = last.catch(() => undefined).then(publishAll);
    return last;
  }

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), milliseconds);
  }

  async function run(): Promise<void> {
    try {
      await publishDue();
      wake();
    } catch (error) {
      log(`messaging: ${String(error)}`);
      if (isStarted) sleep(RETRY_MS);
    }
  }

  function wake(): void {
    const next = isStarted ? records.nextDueAt() : undefined;
    if (next !== undefined) sleep(Math.max(0, next - now()));
  }

  return {
    publishDue,
    wake,
    start: () => {
      isStarted = true;
      wake();
    },
    stop: async () => {
      isStarted = false;
      clearTimeout(timer);
      await last.catch(() => undefined);
    },
  };
}
