import type { AttributeValue, QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import type { DynamoClient } from '#packages/lean-aws-client/aws-clients.ts';
import {
  BatchGetItemCommand,
  GetItemCommand,
  QueryCommand,
} from '#packages/lean-aws-client/dynamo-commands.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import { marshall, unmarshall } from './attribute-values.ts';
import type { Key } from './keys.ts';
import type { IndexDefinition } from './table-definition.ts';

/** A stored item with its keys, unmarshalled to plain values. */
export type Item = Record<string, unknown>;

/** BatchGetItem accepts at most this many keys. */
const MAX_KEYS = 100;
/** Attempts to read a batch completely: BatchGetItem can leave keys unprocessed. */
const BATCH_ATTEMPTS = 8;
const BATCH_PAUSES = { firstMs: 5, maxMs: 1280 };

/** An eventually consistent read costs half, and can miss the writes of the last moments. */
type Consistency = 'strong' | 'eventual';

/** The reads of a table, in plain values. */
export type Table = {
  readonly name: string;
  readonly backOff: BackOff;
  /** One item, strongly consistent by default, because a decision follows from most reads of a single item. */
  get(key: Key, consistency?: Consistency): Promise<Item | undefined>;
  /** Items by key in one request, strongly consistent, at most 100; and the unprocessed keys. */
  batchGet(keys: readonly Key[]): Promise<{ readonly items: Item[]; readonly unprocessed: Key[] }>;
  /**
   * The items of these keys that exist, in the order of the keys, strongly consistent by default; each key once. One request reads
   * 100 of them. With `attributes`, which include the key, the items have no others. Throws if keys remain unprocessed.
   */
  getAll(keys: readonly Key[], consistency?: Consistency, attributes?: readonly string[]): Promise<Item[]>;
  /** Eventually consistent by default: for lists in which a write may appear with a delay. */
  query(input: PartitionQuery): Promise<Item[]>;
  /** One response of a query, at most 1 MB, in the form of the SDK. */
  queryPage(input: Omit<QueryCommandInput, 'TableName'>): Promise<QueryCommandOutput>;
};

/**
 * A table that accepts writes: every write needs the client, and only this type has it. Writes go through `commit` and
 * `tryWrite`. An operation gets this type only if it declares a capability that writes the table.
 */
export type WritableTable = Table & { readonly client: DynamoClient };

/** A range of one partition in sort-key order; bounds are inclusive. */
export type PartitionQuery = {
  /** The index to read instead of the table itself: keys only. */
  readonly index?: IndexDefinition;
  readonly pk: string;
  readonly from: string;
  readonly to: string;
  readonly descending: boolean;
  readonly limit: number;
  /** Strongly consistent, for reads that decide a write; not possible with an index. */
  readonly consistent?: boolean;
};

/** Binds a client to the table with this name. */
export function createTable(
  client: DynamoClient,
  name: string,
  backOff: BackOff = systemBackOff,
): WritableTable {
  /** All items of one batch, in no order. */
  async function readBatch(
    keys: readonly Key[],
    isConsistent: boolean,
    attributes?: readonly string[],
  ): Promise<Item[]> {
    const items: Item[] = [];
    let unprocessed = keys;
    for (let attempt = 1; unprocessed.length > 0; attempt += 1) {
      if (attempt > BATCH_ATTEMPTS) {
        throw new Error(`BatchGetItem left keys unprocessed after ${BATCH_ATTEMPTS} attempts`);
      }
      if (attempt > 1) await backOff(attempt, BATCH_PAUSES);
      const response = await getBatch(unprocessed, isConsistent, attributes);
      items.push(...response.items);
      unprocessed = response.unprocessed;
    }
    return items;
  }

  async function getBatch(keys: readonly Key[], ConsistentRead: boolean, attributes?: readonly string[]) {
    const Keys = keys.map((key) => marshall(key));
    const only = attributes && projectionOf(attributes);
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [name]: { Keys, ConsistentRead, ...only } } }),
    );
    const items = (Responses?.[name] ?? []).map((item) => unmarshall(item));
    return { items, unprocessed: (UnprocessedKeys?.[name]?.Keys ?? []).map((key) => keyOf(unmarshall(key))) };
  }

  function queryPage(input: Omit<QueryCommandInput, 'TableName'>): Promise<QueryCommandOutput> {
    return client.send(new QueryCommand({ TableName: name, ...input }));
  }

  return {
    name,
    client,
    backOff,
    queryPage,

    async get(key, consistency = 'strong') {
      const ConsistentRead = consistency === 'strong';
      const { Item } = await client.send(
        new GetItemCommand({ TableName: name, Key: marshall(key), ConsistentRead }),
      );
      return Item && unmarshall(Item);
    },

    batchGet: (keys) => getBatch(keys, true),

    async getAll(keys, consistency = 'strong', attributes) {
      const found = new Map<string, Item>();
      for (let from = 0; from < keys.length; from += MAX_KEYS) {
        const some = keys.slice(from, from + MAX_KEYS);
        const items = await readBatch(some, consistency === 'strong', attributes);
        for (const item of items) found.set(textOf(keyOf(item)), item);
      }
      return keys.flatMap((key) => {
        const item = found.get(textOf(key));
        return item ? [item] : [];
      });
    },

    async query({ index, pk, from, to, descending, limit, consistent = false }) {
      const items: Item[] = [];
      let next: Record<string, AttributeValue> | undefined;
      // A response ends at 1 MB, whatever the limit, so fewer items than the limit do not mean the end.
      do {
        const response = await queryPage({
          ...(index ? { IndexName: index.name } : {}),
          KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
          ExpressionAttributeNames: { '#pk': index?.partitionKey ?? 'pk', '#sk': index?.sortKey ?? 'sk' },
          ExpressionAttributeValues: marshall({ ':pk': pk, ':from': from, ':to': to }),
          ScanIndexForward: !descending,
          ...(consistent ? { ConsistentRead: true } : {}),
          Limit: limit - items.length,
          ...(next ? { ExclusiveStartKey: next } : {}),
        });
        items.push(...(response.Items ?? []).map((item) => unmarshall(item)));
        next = response.LastEvaluatedKey;
      } while (next !== undefined && items.length < limit);
      return items;
    },
  };
}

/** Returns only these attributes of an item, whose names may be reserved words. */
export function projectionOf(attributes: readonly string[]) {
  return {
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  };
}

/** The key of an item, or of an entry of an index. */
export function keyOf({ pk, sk }: Item): Key {
  return { pk: String(pk), sk: String(sk) };
}

function textOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
