import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CORE_TABLE, DELIVERY_TABLE, type TableDefinition } from '#shared/store/table-definition.ts';
import { createTable, type Table } from '#shared/store/table.ts';
import { until } from './until.ts';

/** Both tables on a DynamoDB emulator of one's own, in memory; conditions are really evaluated. */
export type Emulator = {
  readonly client: DynamoDBClient;
  readonly core: Table;
  readonly deliveries: Table;
  stop(): void;
};

/** Starts an emulator with both tables, or uses the one at DYNAMODB_ENDPOINT. */
export async function startEmulator(): Promise<Emulator> {
  const given = process.env['DYNAMODB_ENDPOINT'];
  const port = await freePort();
  const binary = fileURLToPath(import.meta.resolve('@dynoxide/linux-x64/dynoxide'));
  const child = given ? undefined : spawn(binary, ['serve', '--port', String(port)], { stdio: 'ignore' });
  const client = new DynamoDBClient({
    endpoint: given ?? `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await until('the emulator answers', async () => {
    await client.send(new ListTablesCommand());
    return true;
  });
  const run = `t${process.pid}-${Date.now()}`;
  await create(client, `${run}-core`, CORE_TABLE);
  await create(client, `${run}-deliveries`, DELIVERY_TABLE);
  return {
    client,
    core: createTable(client, `${run}-core`),
    deliveries: createTable(client, `${run}-deliveries`),
    stop() {
      client.destroy();
      child?.kill();
    },
  };
}

async function create(client: DynamoDBClient, name: string, table: TableDefinition): Promise<void> {
  const keys = [
    table.partitionKey,
    table.sortKey,
    ...table.indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...new Set(keys)].map((key) => ({ AttributeName: key, AttributeType: 'S' })),
      KeySchema: schema(table),
      GlobalSecondaryIndexes: table.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: schema(index),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
      ...(table.stream
        ? { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }
        : {}),
    }),
  );
}

function schema(keys: { partitionKey: string; sortKey: string }) {
  return [
    { AttributeName: keys.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: keys.sortKey, KeyType: 'RANGE' as const },
  ];
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    server.close(() => resolve(port));
  });
  return promise;
}
