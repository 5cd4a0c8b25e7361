import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createStreamReader } from '#local/pollers/stream-reader.ts';

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
export async function openChangeStream(endpoint: string): Promise<ChangeStream> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const settings = { endpoint, region: 'us-east-1', credentials };
  const streams = new DynamoDBStreamsClient(settings);
  const streamArn = await coreStream(new DynamoDBClient(settings));
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

async function coreStream(client: DynamoDBClient): Promise<string> {
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  const tables = await Promise.all(
    TableNames.map((TableName) => client.send(new DescribeTableCommand({ TableName }))),
  );
  client.destroy();
  const arn = tables.map(({ Table }) => Table?.LatestStreamArn).find((found) => found !== undefined);
  if (arn === undefined) throw new Error('No table has a stream');
  return arn;
}

/** aws-lambda and the SDK declare the same attribute values with two types; a copy satisfies both. */
function itemOf(image: object): Item {
  return unmarshall({ ...image });
}
