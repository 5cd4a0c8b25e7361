import type { ConditionCheck, Put, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { Change, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, PlatformError } from '#shared/platform/core/errors.ts';
import { marshall } from './attribute-values.ts';
import { instant, itemCodec, maybe, ttlOf } from './item-schema.ts';
import { type Key, idempotencyKey } from './keys.ts';
import type { Item, WritableTable } from './table.ts';

/** An expression with the placeholders it uses. */
export type Expression = {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
};

/** A condition on the stored item. Its placeholders must not occur in the update expression of the same write. */
export type Condition = Expression & {
  /**
   * Creates the error if the condition fails, from the item that was found. Without it, or if it returns undefined, the
   * error is a concurrent update.
   */
  readonly onFailure?: (found: Item | undefined) => Error | undefined;
};

type Target = {
  /** The table's name, if it is another one than the table that the transaction is committed to. */
  readonly table?: string;
  /** Creates the error if another transaction holds the item. Without it, the error is a concurrent update. */
  readonly onConflict?: () => Error;
  /**
   * Every transaction that writes the item invalidates the condition of this write. After a conflict, the same write would therefore
   * fail, so a repeatable command is repeated at once.
   */
  readonly isLostByConflict?: true;
};

/** Writes a whole item. Without a condition, it replaces an existing item. */
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

/** Changes attributes of an item. The condition is required, because an update would otherwise create a missing item. */
export type UpdateWrite = KeyedWrite<'update'> & { readonly update: Expression };

/** One write of a command. A `check` writes nothing: the other writes succeed only if its condition holds. */
export type Write = PutWrite | UpdateWrite | KeyedWrite<'delete'> | KeyedWrite<'check'>;

/** Replaces the item with this key; without a condition unconditionally. */
export function putItem(item: Item & Key, condition?: Condition): PutWrite {
  return { kind: 'put', item, condition };
}

export function updateItem(key: Key, update: Expression, condition: Condition): UpdateWrite {
  return { kind: 'update', key, update, condition };
}

/** Deletes the item with this key. The argument may be a whole item; other attributes are ignored. */
export function deleteItem({ pk, sk }: Key, condition: Condition): Write {
  return { kind: 'delete', key: { pk, sk }, condition };
}

/** Requires a condition of an item that the transaction does not write. */
export function checkItem(key: Key, condition: Condition): Write {
  return { kind: 'check', key, condition };
}

/** The same write to another table than the one that the transaction is committed to. */
export function inTable({ name }: WritableTable, write: Write): Write {
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
    // DynamoDB returns the stored item if the condition fails. It shows whether the item is missing or changed, and whether
    // this command itself wrote it.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

/** No item has this key yet. */
export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** No item has this key, or the item has expired and TTL has not deleted it yet. */
export function isNewOrExpired(now: Date): Condition {
  return {
    expression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    values: { ':now': now.getTime() },
  };
}

/** The item has not been deleted. */
export const exists: Condition = { expression: 'attribute_exists(pk)' };

/** Holds for every item, and for a missing one. */
export const always: Condition = { expression: 'attribute_exists(pk) OR attribute_not_exists(pk)' };

/** No other write has changed the resource, or deleted it, since it was read. */
export function revisionUnchanged({ revision }: { readonly revision: number }): Condition {
  return { expression: 'revision = :before', values: { ':before': revision } };
}

/** No other command has written the item, or deleted it, since it was read; for items without a revision. */
export function unchangedSince(item: Item): Condition {
  return { expression: 'lastChange.nonce = :seen', values: { ':seen': nonceOf(item) } };
}

/** All of these conditions; alternatives (`OR`) must be in parentheses. The error is that of the first condition that defines one. */
export function allOf(...conditions: readonly Condition[]): Condition {
  const onFailure = conditions.find((each) => each.onFailure)?.onFailure;
  return {
    expression: conditions.map(({ expression }) => expression).join(' AND '),
    names: Object.fromEntries(conditions.flatMap(({ names = {} }) => Object.entries(names))),
    values: Object.fromEntries(conditions.flatMap(({ values = {} }) => Object.entries(values))),
    ...(onFailure ? { onFailure } : {}),
  };
}

/**
 * The `lastChange` attribute of every written item. The entries of the [audit log](../../../docs/specification.md#audit-log)
 * are created from it.
 */
export function toLastChange(change: Change) {
  const { kind, ...who } = change.actor;
  return {
    actor: kind,
    ...who,
    operation: change.operation,
    requestId: change.requestId,
    nonce: change.nonce,
    at: change.at.getTime(),
  };
}

/** The same for an item that a command changes besides its resource, such as a counter: the audit log omits this change. */
export function toSecondaryChange(change: Change) {
  return { ...toLastChange(change), secondary: true };
}

/** The nonce of the command that wrote an item last. */
export function nonceOf(item: Item | undefined): unknown {
  const change = item?.['lastChange'];
  return typeof change === 'object' && change !== null && 'nonce' in change ? change.nonce : undefined;
}

/** An idempotency record. */
export const idempotencyItem = itemCodec(
  v.object({
    id: v.string(),
    // Records of earlier versions have none; they expire after a day.
    workspaceId: v.optional(v.string(), ''),
    fingerprint: v.string(),
    status: v.number(),
    headers: v.record(v.string(), v.string()),
    body: v.string(),
    sealedSecret: maybe(v.string()),
    handsOut: v.optional(v.array(v.string())),
    expiresAt: instant,
  }),
);

/**
 * The write of an idempotency record, for the transaction of the command itself: of two racing requests with one key, the
 * loser's whole command fails, and the loser replays the winner's response.
 */
export function idempotencyWrite(record: IdempotencyRecord, change: Change): Write {
  const item = {
    ...idempotencyKey(record.id),
    ...idempotencyItem.encode(record),
    ttl: ttlOf(record.expiresAt),
    lastChange: toLastChange(change),
  };
  const write = putItem(item, {
    ...isNewOrExpired(change.at),
    onFailure: () => new DuplicateRequestError('Answered before under this Idempotency-Key'),
  });
  const detail =
    'The first request with this Idempotency-Key is still running. Repeat the request after the time in ' +
    'Retry-After.';
  return { ...write, onConflict: () => new PlatformError('idempotency_in_progress', detail) };
}
