import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

/** The baseline: a client with our settings that reads one item. */
const client = new DynamoDBClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
});

export async function handler() {
  const key = { pk: { S: 'K#none' }, sk: { S: 'K' } };
  const input = { TableName: process.env['CORE_TABLE'], Key: key, ConsistentRead: true };
  const { Item: item } = await client.send(new GetItemCommand(input));
  return { statusCode: item === undefined ? 404 : 200 };
}
