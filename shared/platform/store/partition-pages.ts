import type { AttributeValue, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from './attribute-values.ts';
import type { IndexDefinition } from './table-definition.ts';
import { type Item, projectionOf, type Table } from './table.ts';

/** The partition to read, and which of its items to return. */
export type PartitionPages = {
  readonly partition: string;
  /** The index to read instead of the table itself. */
  readonly index?: IndexDefinition;
  /** Reads only items whose sort key is greater. */
  readonly after?: string;
  /** Reads only items whose sort key is smaller; not together with `after`. */
  readonly before?: string;
  /** Returns only items with this attribute. */
  readonly having?: string;
  /** Returns only items whose attribute has one of these values; at most 100 values. */
  readonly among?: { readonly attribute: string; readonly values: readonly string[] };
  /** Returns only these attributes of the items. The read units stay the same. */
  readonly attributes?: readonly string[];
  /** Strongly consistent, for reads that decide a write; not possible with an index. */
  readonly consistent?: boolean;
  /** Receives the read units of each page. */
  readonly onUnits?: (units: number) => void;
};

/** All items of one partition, one page of at most 1 MB at a time; eventually consistent unless `consistent` is set. */
export async function* partitionPages(
  table: Table,
  { partition, index, after, before, having, among, attributes, consistent, onUnits }: PartitionPages,
): AsyncGenerator<Item[]> {
  const filter = filterOf(having, among);
  const range = rangeOf(after, before, index?.sortKey ?? 'sk');
  const only = attributes && projectionOf(attributes);
  let next: Record<string, AttributeValue> | undefined;
  do {
    const page: QueryCommandOutput = await table.queryPage({
      KeyConditionExpression: `#partition = :partition${range.expression}`,
      ExpressionAttributeNames: {
        '#partition': index?.partitionKey ?? 'pk',
        ...range.names,
        ...filter.names,
        ...only?.ExpressionAttributeNames,
      },
      ExpressionAttributeValues: marshall({ ':partition': partition, ...range.values, ...filter.values }),
      ...(only && { ProjectionExpression: only.ProjectionExpression }),
      ...(index ? { IndexName: index.name } : {}),
      ...(consistent ? { ConsistentRead: true } : {}),
      ...(filter.when.length === 0 ? {} : { FilterExpression: filter.when.join(' AND ') }),
      ...(onUnits ? { ReturnConsumedCapacity: 'TOTAL' } : {}),
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    onUnits?.(page.ConsumedCapacity?.CapacityUnits ?? 0);
    yield (page.Items ?? []).map((item) => unmarshall(item));
    next = page.LastEvaluatedKey;
  } while (next !== undefined);
}

function rangeOf(after: string | undefined, before: string | undefined, sortKey: string) {
  const bound = after ?? before;
  if (bound === undefined) return { expression: '', names: {}, values: {} };
  const operator = after === undefined ? '<' : '>';
  return {
    expression: ` AND #sort ${operator} :bound`,
    names: { '#sort': sortKey },
    values: { ':bound': bound },
  };
}

function filterOf(having: PartitionPages['having'], among: PartitionPages['among']) {
  const values = among?.values ?? [];
  return {
    when: [
      ...(having === undefined ? [] : ['attribute_exists(#having)']),
      ...(among ? [`#among IN (${values.map((_, index) => `:among${index}`).join(', ')})`] : []),
    ],
    names: {
      ...(having === undefined ? {} : { '#having': having }),
      ...(among ? { '#among': among.attribute } : {}),
    },
    values: Object.fromEntries(values.map((value, index) => [`:among${index}`, value])),
  };
}
