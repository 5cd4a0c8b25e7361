import type { ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ScanCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';

/** Every item of a table, page by page. */
export async function* tablePages(
  { client, name }: WritableTable,
  { consistent = false }: { readonly consistent?: boolean } = {},
): AsyncGenerator<Item[]> {
  let next: ScanCommandInput['ExclusiveStartKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: name,
        ConsistentRead: consistent,
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    );
    yield Items.map((item) => unmarshall(item));
    next = LastEvaluatedKey;
  } while (next !== undefined);
}
