import type { ConditionCheck, Put, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Key } from './keys.ts';
import type { Item } from './table.ts';

/** A condition with its values; `refuse` says what its failure means, given the item that was found. */
export type Condition = {
  readonly when: string;
  readonly refuse: (found: Item | undefined) => Error;
};

type Expression = {
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
};

/** One write of a command. A `check` writes nothing and only holds the others to its condition. */
export type Write = Expression &
  (
    | { readonly kind: 'put'; readonly item: Item & Key; readonly condition?: Condition }
    | { readonly kind: 'update'; readonly key: Key; readonly set: string; readonly condition: Condition }
    | { readonly kind: 'check'; readonly key: Key; readonly condition: Condition }
  );

/** A put as the SDK wants it, whether it stands alone or in a transaction. */
export function putRequest(tableName: string, write: Write & { kind: 'put' }): Put {
  return { ...common(tableName, write), Item: marshall(write.item, OMIT_UNDEFINED) };
}

/** An update as the SDK wants it, whether it stands alone or in a transaction. */
export function updateRequest(tableName: string, write: Write & { kind: 'update' }): Update {
  return { ...common(tableName, write), Key: marshall(write.key), UpdateExpression: write.set };
}

/** A write as one action of a transaction. */
export function transactAction(tableName: string, write: Write): TransactWriteItem {
  if (write.kind === 'put') return { Put: putRequest(tableName, write) };
  if (write.kind === 'update') return { Update: updateRequest(tableName, write) };
  return {
    ConditionCheck: {
      ...common(tableName, write),
      Key: marshall(write.key),
      ConditionExpression: write.condition.when,
    },
  };
}

const OMIT_UNDEFINED = { removeUndefinedValues: true };

function common(tableName: string, write: Write): Omit<ConditionCheck, 'Key' | 'ConditionExpression'> {
  return {
    TableName: tableName,
    ...(write.condition ? { ConditionExpression: write.condition.when } : {}),
    ...(write.names ? { ExpressionAttributeNames: write.names } : {}),
    ...(write.values ? { ExpressionAttributeValues: marshall(write.values, OMIT_UNDEFINED) } : {}),
    // The item that made a condition fail tells missing from changed, and our own write from another's.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}
