import { DynamoDBClient, ListTablesCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Running } from './running.ts';

type Item = Record<string, unknown>;
type Found = { readonly table: string; readonly item: Item };

/** Both tables of a running stack, as somebody with their keys sees them. */
export type RawTables = {
  /** Every item of both tables. */
  readAll(): Promise<Found[]>;
  /** Rewrites the items that are chosen: for what only time or administration brings about. */
  rewrite(choose: (item: Item) => Item | undefined): Promise<void>;
  close(): void;
};

/** Opens the tables behind a running local stack's DynamoDB API. */
export function openRawTables({ dynamodbUrl }: Pick<Running, 'dynamodbUrl'>): RawTables {
  const client = new DynamoDBClient({
    endpoint: dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  async function readAll(): Promise<Found[]> {
    const { TableNames = [] } = await client.send(new ListTablesCommand());
    const scans = TableNames.map(async (table) => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
      return Items.map((item) => ({ table, item: unmarshall(item) }));
    });
    return (await Promise.all(scans)).flat();
  }

  return {
    readAll,
    async rewrite(choose) {
      for (const { table, item } of await readAll()) {
        const changed = choose(item);
        if (changed) await client.send(new PutItemCommand({ TableName: table, Item: marshall(changed) }));
      }
    },
    close: () => client.destroy(),
  };
}
