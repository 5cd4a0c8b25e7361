import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type DynamoDBStreamsClient,
} from '@aws-sdk/client-dynamodb-streams';
import type { StreamPosition } from './stream-position.ts';
import { toStreamRecord, type PolledRecord } from './stream-record.ts';

export type StreamPage = { readonly shardId: string; readonly records: readonly PolledRecord[] };

export type StreamReader = {
  /** The records after the last page; empty if there are no new ones. */
  next(): Promise<StreamPage>;
  /** Continues after a position: at the start, or after a failed read. */
  reset(position: StreamPosition | undefined): void;
};

const PAGE_SIZE = 1000;

/**
 * Reads a stream shard by shard. dynoxide has a single shard that never ends, and its `EndingSequenceNumber` cannot be
 * compared as a number; other emulators close shards from time to time.
 */
export function createStreamReader(options: {
  readonly streams: Pick<DynamoDBStreamsClient, 'send'>;
  readonly streamArn: string;
  readonly eventSourceArn: string;
}): StreamReader {
  const { streams, streamArn } = options;
  let position: StreamPosition | undefined;
  let cursor: { readonly shardId: string; readonly iterator: string } | undefined;
  let closedShard: string | undefined;

  async function next(): Promise<StreamPage> {
    cursor ??= await openCursor();
    if (cursor === undefined) return { shardId: '', records: [] };
    const { shardId, iterator } = cursor;
    const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: PAGE_SIZE }));
    if (page.NextShardIterator === undefined) {
      closedShard = shardId;
      cursor = undefined;
    } else cursor = { shardId, iterator: page.NextShardIterator };
    return {
      shardId,
      records: (page.Records ?? []).map((record) => toStreamRecord(record, options.eventSourceArn)),
    };
  }

  async function openCursor(): Promise<typeof cursor> {
    const described = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const shards = (described.StreamDescription?.Shards ?? []).map((shard) => shard.ShardId);
    const resumed = closedShard === undefined ? position : undefined;
    const index =
      closedShard === undefined
        ? Math.max(0, shards.indexOf(resumed?.shardId))
        : shards.indexOf(closedShard) + 1;
    const shardId = shards[index];
    if (shardId === undefined) return undefined;
    const after = resumed?.shardId === shardId ? resumed.sequenceNumber : undefined;
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ...(after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
      }),
    );
    return ShardIterator === undefined ? undefined : { shardId, iterator: ShardIterator };
  }

  return {
    next,
    reset: (to) => {
      // A position in another stream is meaningless for this one.
      position = to?.streamArn === streamArn ? to : undefined;
      cursor = undefined;
      closedShard = undefined;
    },
  };
}
