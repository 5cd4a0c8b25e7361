import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '#packages/lean-aws-client/dynamo-commands.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import type { Change, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { unmarshall } from './attribute-values.ts';
import { withCallerKey } from './caller-key.ts';
import type { Item, WritableTable } from './table.ts';
import { idempotencyWrite, nonceOf, type Write, putRequest, transactAction, updateRequest } from './write.ts';

/** Attempts at a write that conflicts with another transaction. */
const CONFLICT_ATTEMPTS = 8;

/** Cancellation reasons that do not concern the conditions of a transaction. */
const RETRYABLE = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** A failed write is retried, turns out to have succeeded, or is rejected. */
type FailureKind =
  | { readonly kind: 'retry'; readonly lost: Error; readonly isHopeless: boolean }
  | { readonly kind: 'own-write'; readonly item: Item | undefined }
  | { readonly kind: 'rejected'; readonly error: unknown };

/** The change that a command makes, and the idempotency record of its request if there is one. */
export type CommitContext = {
  readonly change: Change;
  readonly idempotencyRecord?: IdempotencyRecord | null;
  readonly isRepeatable?: boolean;
};

/**
 * Executes a command's writes, all or none, with the idempotency record of its request. The record is first in order, so
 * that a repeated request returns the first response and not an error about the state it left.
 * @throws see `commitWrites` · DuplicateRequestError
 */
export function commit(
  table: WritableTable,
  { change, idempotencyRecord, isRepeatable }: CommitContext,
  writes: readonly Write[],
): Promise<Item | undefined> {
  const all = idempotencyRecord ? [idempotencyWrite(idempotencyRecord, change), ...writes] : writes;
  // A command that writes nothing only records its response, so it does not require that the key is still active.
  return commitWrites(
    table,
    writes.length > 0 ? withCallerKey(all, change) : all,
    change.nonce,
    isRepeatable,
  );
}

/**
 * Executes writes, all or none: a single put or update is a plain conditional request, everything else is a transaction.
 * Returns the item of a single put or update after the write. If several conditions fail, the first in order decides the
 * error. The SDK repeats a request whose response was lost, so the condition can fail because of this command's own write.
 * The nonce in the stored item identifies that write, which counts as a success.
 * @param isRepeatable whether the caller repeats a command that fails with ConcurrentUpdateError
 * @throws the error of the failed condition · ConcurrentUpdateError, or the error that the write defines for a conflict
 */
export async function commitWrites(
  table: WritableTable,
  writes: readonly Write[],
  nonce: string,
  isRepeatable = false,
): Promise<Item | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(table, writes, nonce);
    } catch (error) {
      const failure = classifyFailure(error, writes, nonce);
      if (failure.kind === 'own-write') return failure.item;
      if (failure.kind === 'rejected') throw failure.error;
      if (attempt === CONFLICT_ATTEMPTS || (isRepeatable && failure.isHopeless)) throw failure.lost;
      await table.backOff(attempt);
    }
  }
}

async function send(
  { client, name }: WritableTable,
  writes: readonly Write[],
  nonce: string,
): Promise<Item | undefined> {
  const [first] = writes;
  if (writes.length === 1 && first?.kind === 'put') {
    await client.send(new PutItemCommand(putRequest(name, first)));
    return first.item;
  }
  if (writes.length === 1 && first?.kind === 'update') {
    const input = { ...updateRequest(name, first), ReturnValues: 'ALL_NEW' as const };
    const { Attributes } = await client.send(new UpdateItemCommand(input));
    return Attributes && unmarshall(Attributes);
  }
  // DynamoDB treats a transaction with the same token as the same request for ten minutes.
  const TransactItems = writes.map((write) => transactAction(name, write));
  await client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: nonce }));
  return undefined;
}

function classifyFailure(error: unknown, writes: readonly Write[], nonce: string): FailureKind {
  if (
    isServiceError(error, 'TransactionConflictException') ||
    isServiceError(error, 'TransactionInProgressException')
  ) {
    // An earlier request without a response may have succeeded. Only the nonce in the item shows that, so the request is repeated.
    return { kind: 'retry', lost: conflictError(error, writes[0]), isHopeless: false };
  }
  if (isServiceError(error, 'ConditionalCheckFailedException')) {
    return rejection([{ write: writes[0], found: read(error.Item) }], nonce, error);
  }
  if (!isServiceError(error, 'TransactionCanceledException')) return { kind: 'rejected', error };
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.flatMap((reason, index) =>
    reason.Code === 'ConditionalCheckFailed' ? [{ write: writes[index], found: read(reason.Item) }] : [],
  );
  if (failed.length > 0) return rejection(failed, nonce, error);
  const retried = reasons.findIndex((reason) => RETRYABLE.has(reason.Code ?? ''));
  if (retried < 0) return { kind: 'rejected', error };
  const lost = conflictError(error, writes[retried]);
  const isHopeless =
    lost instanceof ConcurrentUpdateError &&
    reasons.some(({ Code }, index) => Code === 'TransactionConflict' && writes[index]?.isLostByConflict);
  return { kind: 'retry', lost, isHopeless };
}

function conflictError(error: Error, write: Write | undefined): Error {
  return write?.onConflict?.() ?? new ConcurrentUpdateError({ cause: error });
}

function rejection(
  failed: readonly { write: Write | undefined; found: Item | undefined }[],
  nonce: string,
  error: Error,
): FailureKind {
  const own = failed.find(({ found }) => nonceOf(found) === nonce);
  if (own) return { kind: 'own-write', item: own.found };
  const [first] = failed;
  const { condition } = first?.write ?? {};
  if (!condition) return { kind: 'rejected', error };
  return { kind: 'rejected', error: condition.onFailure?.(first?.found) ?? new ConcurrentUpdateError() };
}

function read(stored: Record<string, AttributeValue> | undefined): Item | undefined {
  return stored && unmarshall(stored);
}
