import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createStreamReader } from '#local/pollers/stream-reader.ts';
import type { Running } from './running.ts';

type Item = Readonly<Record<string, unknown>>;

/** A change of one item, from the stream of its table. */
export type StreamChange = {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
};

export type ChangeStream = {
  /** The changes since the last call. A write is in the stream when its response arrives. */
  next(): Promise<readonly StreamChange[]>;
  close(): void;
};

const PAGE_SIZE = 1000;

/** Follows the core table of a running stack. The delivery table has no stream: its items are derived from the core table. */
export async function openChangeStream({
  dynamodbUrl: endpoint,
  coreTable,
}: Pick<Running, 'dynamodbUrl' | 'coreTable'>): Promise<ChangeStream> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const settings = { endpoint, region: 'us-east-1', credentials };
  const streams = new DynamoDBStreamsClient(settings);
  const streamArn = await streamOf(new DynamoDBClient(settings), coreTable);
  const reader = createStreamReader({ streams, streamArn, eventSourceArn: streamArn });

  async function next(): Promise<StreamChange[]> {
    const changes: StreamChange[] = [];
    for (;;) {
      const { records } = await reader.next();
      for (const { event } of records) {
        const { Keys = {}, OldImage, NewImage } = event.dynamodb ?? {};
        const { pk, sk } = itemOf(Keys);
        const [before, after] = [OldImage && itemOf(OldImage), NewImage && itemOf(NewImage)];
        changes.push({ key: `${String(pk)} ${String(sk)}`, before, after });
      }
      if (records.length < PAGE_SIZE) return changes;
    }
  }

  await next();
  return { next, close: () => streams.destroy() };
}

async function streamOf(client: DynamoDBClient, TableName: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  client.destroy();
  if (Table?.LatestStreamArn === undefined) throw new Error(`${TableName} has no stream`);
  return Table.LatestStreamArn;
}

/** aws-lambda and the SDK declare the same attribute values with two types; a copy satisfies both. */
function itemOf(image: object): Item {
  return unmarshall({ ...image });
}
