import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import canonicalize from 'canonicalize';

/** A digest of each item of every table, by its table and key. */
type Snapshot = ReadonlyMap<string, string>;

const PAUSE_MS = 60;
const LONGEST_WAIT_MS = 8000;

/** Sees whether anything in the tables of a running stack changes. */
export function createTableWatch(dynamodbUrl: string) {
  const client = new DynamoDBClient({
    endpoint: dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  let tables: readonly string[] | undefined;

  async function snapshot(): Promise<Snapshot> {
    tables ??= (await client.send(new ListTablesCommand())).TableNames ?? [];
    const items = new Map<string, string>();
    for (const TableName of tables)
      for await (const { Items = [] } of paginateScan({ client }, { TableName }))
        for (const item of Items) {
          // The members of an item come in any order.
          const text = canonicalize(item) ?? '';
          items.set(
            `${TableName} ${item['pk']?.S} ${item['sk']?.S}`,
            createHash('sha1').update(text).digest('hex'),
          );
        }
    return items;
  }

  return {
    snapshot,
    /** The tables when nothing has changed them for a moment; undefined if something always does. */
    async quiet(): Promise<Snapshot | undefined> {
      const deadline = Date.now() + LONGEST_WAIT_MS;
      let before = await snapshot();
      while (Date.now() < deadline) {
        await wait(PAUSE_MS);
        const after = await snapshot();
        if (changesOf(before, after).length === 0) return after;
        before = after;
      }
      return undefined;
    },
    close: () => client.destroy(),
  };
}

/** Keys of items that are new, gone or other. */
export function changesOf(before: Snapshot, after: Snapshot): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}

/** What kind of item a key is of: table and prefixes, without ids. */
export function kindOf(key: string): string {
  return key
    .split(' ')
    .map((part) => part.replace(/[#-].*$/u, '').replace(/^[0-9a-f]{8}$/u, 'id'))
    .join(' ');
}
