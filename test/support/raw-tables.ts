import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';

const demoSchema = v.object({ dynamodbUrl: v.string() });

/** Every item of both tables of a running stack, as one text: what somebody with a table's read key could see. */
export async function readRawTables(dataDir: string): Promise<string> {
  const { dynamodbUrl } = v.parse(demoSchema, JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')));
  const client = new DynamoDBClient({
    endpoint: dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  const scans = await Promise.all(TableNames.map((TableName) => client.send(new ScanCommand({ TableName }))));
  client.destroy();
  return JSON.stringify(scans.map((scan) => scan.Items));
}
