import type { ConditionCheck, Put, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Key } from './keys.ts';
import type { Item } from './table.ts';

/** A condition; `refuse` says what its failure means, given the item that was found. */
export type Condition = {
  readonly when: string;
  readonly onFailure: (found: Item | undefined) => Error;
};

type Target = {
  /** Name of the table: a command may write to both, in one transaction. */
  readonly table: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
  /** What losing this item to another transaction means, if that says more than a concurrent update. */
  readonly onConflict?: () => Error;
};

/** One write of a command. A `check` writes nothing and only holds the others to its condition. */
export type Write = Target &
  (
    | { readonly kind: 'put'; readonly item: Item & Key; readonly condition?: Condition }
    | { readonly kind: 'update'; readonly key: Key; readonly set: string; readonly condition: Condition }
    | { readonly kind: 'delete'; readonly key: Key; readonly condition: Condition }
    | { readonly kind: 'check'; readonly key: Key; readonly condition: Condition }
  );

const OMIT_UNDEFINED = { removeUndefinedValues: true };

/** A put as the SDK wants it, whether it stands alone or in a transaction. */
export function putRequest(write: Write & { kind: 'put' }): Put {
  return { ...common(write), Item: marshall(write.item, OMIT_UNDEFINED) };
}

/** An update as the SDK wants it, whether it stands alone or in a transaction. */
export function updateRequest(write: Write & { kind: 'update' }): Update {
  return { ...common(write), Key: marshall(write.key), UpdateExpression: write.set };
}

/** A write as one action of a transaction. */
export function transactAction(write: Write): TransactWriteItem {
  if (write.kind === 'put') return { Put: putRequest(write) };
  if (write.kind === 'update') return { Update: updateRequest(write) };
  if (write.kind === 'delete') return { Delete: { ...common(write), Key: marshall(write.key) } };
  return {
    ConditionCheck: { ...common(write), Key: marshall(write.key), ConditionExpression: write.condition.when },
  };
}

function common(write: Write): Omit<ConditionCheck, 'Key' | 'ConditionExpression'> {
  return {
    TableName: write.table,
    ...(write.condition ? { ConditionExpression: write.condition.when } : {}),
    ...(write.names ? { ExpressionAttributeNames: write.names } : {}),
    ...(write.values ? { ExpressionAttributeValues: marshall(write.values, OMIT_UNDEFINED) } : {}),
    // The item that made a condition fail tells missing from changed, and our own write from another's.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}
