import { DynamoDBClient, paginateScan, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Running } from './running.ts';

type Item = Record<string, unknown>;
type Found = { readonly table: string; readonly item: Item };

/** Direct access to both tables of a running stack. */
export type RawTables = {
  /** Every item of both tables. */
  readAll(): Promise<Found[]>;
  /** Rewrites the chosen items, for states that otherwise only time or administration produces. */
  rewrite(choose: (item: Item) => Item | undefined): Promise<void>;
  close(): void;
};

/** Opens the tables with the DynamoDB API of a running local stack. */
export function openRawTables({
  dynamodbUrl,
  coreTable,
  deliveryTable,
}: Pick<Running, 'dynamodbUrl' | 'coreTable' | 'deliveryTable'>): RawTables {
  const client = new DynamoDBClient({
    endpoint: dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  async function readAll(): Promise<Found[]> {
    return (await Promise.all([coreTable, deliveryTable].map(scan))).flat();
  }

  /** A page holds 1 MB. */
  async function scan(table: string): Promise<Found[]> {
    const found: Found[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: table }))
      found.push(...Items.map((item) => ({ table, item: unmarshall(item) })));
    return found;
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
