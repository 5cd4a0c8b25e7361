import { spawn } from 'node:child_process';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { startOnFreePort } from '#local/dynamodb/dynoxide.ts';
import { findDynoxide } from '#local/dynamodb/find-dynoxide.ts';
import type { TableDefinition } from '#shared/platform/store/table-definition.ts';

/** Starts an emulator of DynamoDB without tables, in memory. */
export async function startDatabase() {
  const started = await startOnFreePort(
    (port) => spawn(findDynoxide(), ['serve', '--port', String(port)], { stdio: 'ignore' }),
    (child) => child.kill(),
  );
  if (!started) throw new Error('The emulator of DynamoDB did not start.');
  const { region, credentials } = LOCAL_AWS;
  const client = new DynamoDBClient({ endpoint: started.endpoint, region, credentials });
  return {
    client,
    endpoint: started.endpoint,
    stop() {
      client.destroy();
      started.child.kill();
    },
  };
}

/** Creates a table as it is deployed. */
export async function createEmptyTable(
  client: DynamoDBClient,
  name: string,
  table: TableDefinition,
): Promise<void> {
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
