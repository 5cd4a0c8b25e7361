import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Permission } from '#shared/domain/permissions.ts';
import { generateApiKey, hashApiKey } from '#shared/runtime/api-key.ts';

/**
 * Gives the demo workspace another key of its first admin with just these permissions, by writing its item: keys of
 * narrow permissions come with workspace administration.
 */
export async function addKey(
  dataDir: string,
  keyOfAdmin: string,
  permissions: readonly Permission[],
): Promise<string> {
  const { dynamodbUrl }: { dynamodbUrl: string } = JSON.parse(
    await readFile(join(dataDir, 'demo.json'), 'utf8'),
  );
  const client = new DynamoDBClient({
    endpoint: dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  const text = generateApiKey((below) => randomInt(below));
  for (const TableName of TableNames) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    const found = Items.map((item) => unmarshall(item)).find(
      (item) => item['hash'] === hashApiKey(keyOfAdmin) && item['sk'] === 'K',
    );
    if (!found) continue;
    const hash = hashApiKey(text);
    const Item = marshall({ ...found, pk: `K#${hash}`, hash, id: `narrow-${hash.slice(0, 8)}`, permissions });
    await client.send(new PutItemCommand({ TableName, Item }));
  }
  client.destroy();
  return text;
}
