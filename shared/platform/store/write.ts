import type { ConditionCheck, Put, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Key } from './keys.ts';
import type { Item } from './table.ts';

/** An expression with the placeholders it uses. */
export type Expression = {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
};

/** A condition on the stored item. Its placeholders must not occur in the update expression of the same write. */
export type Condition = Expression & {
  /** The error if the condition fails, from the item that was found; by default a concurrent update. */
  readonly onFailure?: (found: Item | undefined) => Error;
};

type Target = {
  /** The table's name, if it is another one than the table that the transaction is committed to. */
  readonly table?: string;
  /** The error if another transaction holds the item, if that means more than a concurrent update. */
  readonly onConflict?: () => Error;
};

export type PutWrite = Target & {
  readonly kind: 'put';
  readonly item: Item & Key;
  readonly condition?: Condition | undefined;
};

type KeyedWrite<Kind extends string> = Target & {
  readonly kind: Kind;
  readonly key: Key;
  readonly condition: Condition;
};

export type UpdateWrite = KeyedWrite<'update'> & { readonly update: Expression };

/** One write of a command. A `check` writes nothing: the other writes succeed only if its condition holds. */
export type Write = PutWrite | UpdateWrite | KeyedWrite<'delete'> | KeyedWrite<'check'>;

export function putItem(item: Item & Key, condition?: Condition): PutWrite {
  return { kind: 'put', item, condition };
}

export function updateItem(key: Key, update: Expression, condition: Condition): UpdateWrite {
  return { kind: 'update', key, update, condition };
}

export function deleteItem({ pk, sk }: Key, condition: Condition): Write {
  return { kind: 'delete', key: { pk, sk }, condition };
}

export function checkItem(key: Key, condition: Condition): Write {
  return { kind: 'check', key, condition };
}

/** The same write to another table than the one that the transaction is committed to. */
export function inTable({ name }: { readonly name: string }, write: Write): Write {
  return { ...write, table: name };
}

const OMIT_UNDEFINED = { removeUndefinedValues: true };

/** The put in the form of the SDK, for a single request or a transaction. */
export function putRequest(table: string, write: PutWrite): Put {
  return { ...common(table, write), Item: marshall(write.item, OMIT_UNDEFINED) };
}

/** The update in the form of the SDK, for a single request or a transaction. */
export function updateRequest(table: string, write: UpdateWrite): Update {
  return { ...common(table, write), Key: marshall(write.key), UpdateExpression: write.update.expression };
}

/** The write as one action of a transaction. */
export function transactAction(table: string, write: Write): TransactWriteItem {
  if (write.kind === 'put') return { Put: putRequest(table, write) };
  if (write.kind === 'update') return { Update: updateRequest(table, write) };
  const Key = marshall(write.key);
  if (write.kind === 'delete') return { Delete: { ...common(table, write), Key } };
  const ConditionExpression = write.condition.expression;
  return { ConditionCheck: { ...common(table, write), Key, ConditionExpression } };
}

function common(table: string, write: Write): Omit<ConditionCheck, 'Key' | 'ConditionExpression'> {
  const { condition } = write;
  const update = write.kind === 'update' ? write.update : undefined;
  const names = { ...update?.names, ...condition?.names };
  const values = { ...update?.values, ...condition?.values };
  return {
    TableName: write.table ?? table,
    ...(condition ? { ConditionExpression: condition.expression } : {}),
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0
      ? { ExpressionAttributeValues: marshall(values, OMIT_UNDEFINED) }
      : {}),
    // The item that failed the condition tells a missing item from a changed one, and this command's own write from another.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}
