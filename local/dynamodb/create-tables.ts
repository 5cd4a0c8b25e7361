import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type DynamoDBClient,
  type TableDescription as DescribedTable,
} from '@aws-sdk/client-dynamodb';
import type { TableDescription } from '#local/template/platform.ts';

/**
 * Creates the tables of the template. `fresh` deletes existing ones first, because an external emulator stores its data
 * outside our directory. Returns the stream ARN of each table that has a stream.
 */
export async function createTables(
  dynamodb: DynamoDBClient,
  tables: readonly TableDescription[],
  options: { readonly fresh: boolean },
): Promise<ReadonlyMap<string, string>> {
  const streams = new Map<string, string>();
  for (const table of tables) {
    let existing = await describe(dynamodb, table.name);
    if (existing !== undefined && options.fresh) {
      await dynamodb.send(new DeleteTableCommand({ TableName: table.name }));
      existing = undefined;
    }
    if (existing === undefined) await create(dynamodb, table);
    const stream = await streamOf(dynamodb, table);
    if (stream !== undefined) streams.set(table.name, stream);
  }
  return streams;
}

async function create(dynamodb: DynamoDBClient, table: TableDescription): Promise<void> {
  await dynamodb.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...table.attributes],
      KeySchema: [...table.key],
      ...(table.indexes.length > 0 ? { GlobalSecondaryIndexes: table.indexes.map(mutableIndex) } : {}),
      ...(table.streamView ? { StreamSpecification: streamSpecification(table.streamView) } : {}),
    }),
  );
  if (table.timeToLive === undefined) return;
  await dynamodb.send(
    new UpdateTimeToLiveCommand({
      TableName: table.name,
      TimeToLiveSpecification: { AttributeName: table.timeToLive, Enabled: true },
    }),
  );
}

async function streamOf(dynamodb: DynamoDBClient, table: TableDescription): Promise<string | undefined> {
  if (table.streamView === undefined) return undefined;
  const described = await describe(dynamodb, table.name);
  if (described?.LatestStreamArn !== undefined) return described.LatestStreamArn;
  await dynamodb.send(
    new UpdateTableCommand({
      TableName: table.name,
      StreamSpecification: streamSpecification(table.streamView),
    }),
  );
  return (await describe(dynamodb, table.name))?.LatestStreamArn;
}

async function describe(dynamodb: DynamoDBClient, name: string): Promise<DescribedTable | undefined> {
  try {
    return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function streamSpecification(view: NonNullable<TableDescription['streamView']>) {
  return { StreamEnabled: true, StreamViewType: view };
}

function mutableIndex(index: TableDescription['indexes'][number]) {
  return {
    IndexName: index.IndexName,
    KeySchema: [...index.KeySchema],
    Projection: {
      ProjectionType: index.Projection.ProjectionType,
      ...(index.Projection.NonKeyAttributes ? { NonKeyAttributes: index.Projection.NonKeyAttributes } : {}),
    },
  };
}
