import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DataPaths } from '#local/data-directory.ts';
import type { NewestRecords } from '#local/dynamodb/newest-record.ts';
import { writeJsonFile } from '#local/json-file.ts';
import { LocalError } from '#local/local-error.ts';
import type { QueueWatch } from '#local/queues/queue-server.ts';
import type { Platform } from '#local/template/platform.ts';
import { startQueuePoller, type QueuePoller } from './queue-poller.ts';
import { startStreamPoller, type StreamPoller } from './stream-poller.ts';

export type Pollers = {
  /** Called when a table may have changed. */
  wake(): void;
  stop(patience: number): Promise<void>;
};

/** Starts every event source mapping of the platform. */
export function startPollers(options: {
  readonly platform: Platform;
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly streams: Pick<DynamoDBStreamsClient, 'send'>;
  readonly streamArns: ReadonlyMap<string, string>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly watchQueue: (name: string) => QueueWatch;
  /** Undefined with an external emulator. */
  readonly newestRecords: NewestRecords | undefined;
  readonly paths: DataPaths;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): Pollers {
  const { platform, paths, newestRecords, now, log } = options;
  const pumps = platform.mappings.map((mapping): QueuePoller | StreamPoller => {
    const invoke = (event: unknown): Promise<unknown> => options.invoke(mapping.functionName, event);
    if (mapping.kind === 'stream') {
      const streamArn = options.streamArns.get(mapping.tableName);
      if (streamArn === undefined) throw new LocalError(`table ${mapping.tableName} has no stream`);
      return startStreamPoller({
        streams: options.streams,
        streamArn,
        mapping,
        positionFile: paths.positionFile(mapping.id),
        newest: newestRecords && (() => newestRecords.of(mapping.tableName)),
        invoke,
        discard: (records, reason) => {
          mkdirSync(paths.undispatched, { recursive: true });
          for (const { sequenceNumber, event } of records)
            writeJsonFile(join(paths.undispatched, `${mapping.id}-${sequenceNumber}.json`), {
              reason,
              event,
            });
        },
        now,
        log,
      });
    }
    const queue = platform.queues.find((each) => each.name === mapping.queueName);
    if (queue === undefined) throw new LocalError(`mapping ${mapping.id} reads from no known queue`);
    return startQueuePoller({
      ...mapping,
      sqs: options.sqs,
      queueUrl: queue.url,
      queueArn: queue.arn,
      watch: options.watchQueue(queue.name),
      visibilitySeconds: queue.visibilitySeconds,
      invoke,
      now,
      log,
    });
  });
  return {
    wake: () => {
      for (const pump of pumps) if ('wake' in pump) pump.wake();
    },
    stop: async (patience) => {
      await Promise.all(pumps.map((pump) => pump.stop(patience)));
    },
  };
}

/** The sequence number up to which all mappings of each table have read; a table with an unknown position is omitted. */
export function readUpTo(
  platform: Platform,
  position: (mappingId: string) => string | undefined,
): ReadonlyMap<string, string> {
  const lowest = new Map<string, string>();
  const unread = new Set<string>();
  for (const mapping of platform.mappings) {
    if (mapping.kind !== 'stream') continue;
    const read = position(mapping.id);
    if (read === undefined) unread.add(mapping.tableName);
    const known = lowest.get(mapping.tableName);
    if (read !== undefined && (known === undefined || BigInt(read) < BigInt(known)))
      lowest.set(mapping.tableName, read);
  }
  for (const table of unread) lowest.delete(table);
  return lowest;
}
