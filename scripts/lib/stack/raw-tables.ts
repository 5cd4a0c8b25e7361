import { DynamoDBClient, paginateScan, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import canonicalize from 'canonicalize';
import { readBody } from '#shared/events/store/event-items.ts';
import type { Running } from './running.ts';

type Item = Record<string, unknown>;
type Found = { readonly table: string; readonly item: Item };

/** Direct access to both tables of a running stack. */
export type RawTables = {
  /** Every item of both tables. */
  readAll(): Promise<Found[]>;
  /**
   * The JSON of every item, in which any stored value can be searched for: sets are lists, and bodies of events are not compressed.
   * @throws Error for an event whose body cannot be read
   */
  readTexts(): Promise<string[]>;
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
    readTexts: async () => (await readAll()).map(({ item }) => textOf(item)),
    async rewrite(choose) {
      for (const { table, item } of await readAll()) {
        const changed = choose(item);
        if (changed) await client.send(new PutItemCommand({ TableName: table, Item: marshall(changed) }));
      }
    },
    close: () => client.destroy(),
  };
}

/** The text of an item, whatever the order of its attributes. */
function textOf(item: Item): string {
  const isEvent = String(item['pk']).startsWith('EV#');
  const body = isEvent ? readBody(item) : item['body'];
  if (isEvent && body === undefined)
    throw new Error(`The body of the event ${String(item['sk'])} cannot be read`);
  return canonicalize(JSON.parse(JSON.stringify({ ...item, body }, setsAsLists))) ?? '';
}

function setsAsLists(_key: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value;
}
