import { type AttributeValue, QueryCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { IndexDefinition } from './table-definition.ts';
import type { Item, Table } from './table.ts';

export type PartitionPages = {
  readonly partition: string;
  /** The index to read instead of the table itself. */
  readonly index?: IndexDefinition;
  /** Leaves out items without this attribute. */
  readonly having?: string;
  /** Strongly consistent, which an index cannot be: for what decides a write. */
  readonly consistent?: boolean;
};

/** Everything in one partition, page by page as DynamoDB cuts it (1 MB read); eventually consistent unless told otherwise. */
export async function* partitionPages(
  { client, name }: Table,
  { partition, index, having, consistent }: PartitionPages,
): AsyncGenerator<Item[]> {
  let next: Record<string, AttributeValue> | undefined;
  do {
    const answer: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: name,
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: {
          '#partition': index?.partitionKey ?? 'pk',
          ...(having === undefined ? {} : { '#having': having }),
        },
        ExpressionAttributeValues: marshall({ ':partition': partition }),
        ...(index ? { IndexName: index.name } : {}),
        ...(consistent ? { ConsistentRead: true } : {}),
        ...(having === undefined ? {} : { FilterExpression: 'attribute_exists(#having)' }),
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    );
    yield (answer.Items ?? []).map((item) => unmarshall(item));
    next = answer.LastEvaluatedKey;
  } while (next !== undefined);
}
