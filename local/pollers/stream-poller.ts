import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createInterruptibleTimer } from '#local/interruptible-timer.ts';
import type { StreamMapping } from '#local/template/platform.ts';
import { deliverRecords, type RecordDelivery } from './deliver-records.ts';
import { compileFilter } from './filter-pattern.ts';
import { readPosition, writePosition } from './stream-position.ts';
import { createStreamReader, type StreamPage } from './stream-reader.ts';

export type StreamPoller = {
  /** Polls now instead of at the next interval. */
  wake(): void;
  /** Stops reading and waits at most `patience` milliseconds for the running invocation. */
  stop(patience: number): Promise<void>;
};

export type StreamPollerOptions = Pick<RecordDelivery, 'invoke' | 'discard' | 'now' | 'log'> & {
  readonly streams: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly mapping: StreamMapping;
  /** File that stores the position between runs. */
  readonly positionFile: string;
};

const ACTIVE_POLL = 25;
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
  const timer = createInterruptibleTimer();
  // New records must not shorten the delay before a retry; only a stop does.
  const retryTimer = createInterruptibleTimer();
  let stopping = false;
  let quietPolls = 0;

  async function run(): Promise<void> {
    reader.reset(readPosition(positionFile));
    while (!stopping) {
      try {
        const page = await reader.next();
        await handle(page);
        quietPolls = page.records.length > 0 ? 0 : quietPolls + 1;
        if (page.records.length === 0) await timer.wait(quietPolls < IDLE_AFTER ? ACTIVE_POLL : IDLE_POLL);
      } catch (error) {
        if (stopping) return;
        log(`stream of ${mapping.tableName}: ${String(error)}`);
        reader.reset(readPosition(positionFile));
        await timer.wait(PAUSE_AFTER_ERROR);
      }
    }
  }

  async function handle({ shardId, records }: StreamPage): Promise<void> {
    const remember = (sequenceNumber: string): void =>
      writePosition(positionFile, { streamArn, shardId, sequenceNumber });
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
    },
  };
}
