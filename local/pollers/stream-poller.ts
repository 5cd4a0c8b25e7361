import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createInterruptibleTimer } from '#local/interruptible-timer.ts';
import type { StreamMapping } from '#local/template/platform.ts';
import { deliverRecords, type RecordDelivery } from './deliver-records.ts';
import { compileFilter } from './filter-pattern.ts';
import { openPositionFile, readPosition } from './stream-position.ts';
import { createStreamReader, type StreamPage } from './stream-reader.ts';

export type StreamPoller = {
  /** Polls now instead of at the next interval. */
  wake(): void;
  /** Stops reading and waits at most `patience` milliseconds for the running invocation. */
  stop(patience: number): Promise<void>;
};

export type StreamPollerOptions = Pick<RecordDelivery, 'invoke' | 'discard' | 'now' | 'log'> & {
  readonly streams: Pick<DynamoDBStreamsClient, 'send'>;
  readonly streamArn: string;
  readonly mapping: StreamMapping;
  /** File that stores the position between runs. */
  readonly positionFile: string;
  /** The newest sequence number of the stream, if it can be known without a poll. */
  readonly newest?: (() => bigint | undefined | 'unknown') | undefined;
};

const ACTIVE_POLL = 25;
/** Least time between two polls, so that a batch contains what many requests have written. */
const MIN_POLL = 20;
/** The same after a poll with several records: more are being written, and each poll costs as much as a record. */
const MIN_BUSY_POLL = 50;
const IDLE_POLL = 100;
/** Empty polls after which a stream counts as idle. */
const IDLE_AFTER = 20;
const PAUSE_AFTER_ERROR = 250;

/**
 * The event source mapping of a stream: polls, filters, invokes and stores its position. The position advances only after
 * records were handled, so that a killed process repeats at most its current batch.
 */
export function startStreamPoller(options: StreamPollerOptions): StreamPoller {
  const { mapping, positionFile, streamArn, log } = options;
  const reader = createStreamReader({ ...options, eventSourceArn: mapping.sourceArn });
  const filters = mapping.filters.map(compileFilter);
  const position = openPositionFile(positionFile);
  const timer = createInterruptibleTimer();
  // New records must not shorten the delay before a retry; only a stop does.
  const retryTimer = createInterruptibleTimer();
  let stopping = false;
  let quietPolls = 0;
  let seen: bigint | undefined;
  let polledAt = 0;
  let pause = MIN_POLL;

  async function run(): Promise<void> {
    resume();
    while (!stopping) {
      try {
        const page = hasNewRecords() ? await poll() : undefined;
        if (page !== undefined) await handle(page);
        const isEmpty = page === undefined || page.records.length === 0;
        quietPolls = isEmpty ? quietPolls + 1 : 0;
        if (isEmpty) await timer.wait(quietPolls < IDLE_AFTER ? ACTIVE_POLL : IDLE_POLL);
      } catch (error) {
        if (stopping) return;
        log(`stream of ${mapping.tableName}: ${String(error)}`);
        resume();
        await timer.wait(PAUSE_AFTER_ERROR);
      }
    }
  }

  function resume(): void {
    const stored = readPosition(positionFile);
    const handled = stored?.streamArn === streamArn ? stored.sequenceNumber : undefined;
    seen = handled === undefined ? undefined : BigInt(handled);
    reader.reset(stored);
  }

  /** True if it is unknown. A stream whose end was read has new records only with a higher number. */
  function hasNewRecords(): boolean {
    const newest = options.newest === undefined ? 'unknown' : options.newest();
    if (newest === 'unknown') return true;
    return newest !== undefined && (seen === undefined || newest > seen);
  }

  async function poll(): Promise<StreamPage> {
    const early = polledAt + pause - performance.now();
    if (early > 0) await retryTimer.wait(early);
    polledAt = performance.now();
    const page = await reader.next();
    pause = page.records.length > 1 ? MIN_BUSY_POLL : MIN_POLL;
    const last = page.records.at(-1);
    if (last !== undefined) seen = BigInt(last.sequenceNumber);
    return page;
  }

  async function handle({ shardId, records }: StreamPage): Promise<void> {
    const remember = (sequenceNumber: string): void => position.write({ streamArn, shardId, sequenceNumber });
    const wanted = records.filter(
      ({ event }) => filters.length === 0 || filters.some((passes) => passes(event)),
    );
    for (let start = 0; start < wanted.length && !stopping; start += mapping.batchSize)
      await deliverRecords(wanted.slice(start, start + mapping.batchSize), {
        ...mapping,
        invoke: options.invoke,
        discard: options.discard,
        now: options.now,
        log,
        handled: (record) => remember(record.sequenceNumber),
        pause: retryTimer.wait,
        stopping: () => stopping,
      });
    const last = records.at(-1);
    // If the poller was stopped in the middle, the records after the last handled one are not handled.
    if (last !== undefined && !stopping) remember(last.sequenceNumber);
  }

  const running = run();
  return {
    wake: timer.wake,
    stop: async (patience) => {
      stopping = true;
      timer.wake();
      retryTimer.wake();
      const deadline = createInterruptibleTimer();
      await Promise.race([running, deadline.wait(patience)]);
      deadline.wake();
      position.close();
    },
  };
}
