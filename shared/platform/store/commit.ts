import { setTimeout as wait } from 'node:timers/promises';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Item } from './table.ts';
import { putRequest, transactAction, updateRequest, type Write } from './write.ts';

/** How often a conflict with another transaction is tried again, and the pauses between, in milliseconds (H14). */
const CONFLICT_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 400;

/** Reasons for which a transaction is cancelled that say nothing about its conditions. */
const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether a failed write is to be tried again, was ours all along, or is refused for good. */
type FailureKind =
  | { readonly kind: 'try-again'; readonly lost: Error }
  | { readonly kind: 'own-write'; readonly item: Item | undefined }
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * Carries out a command's writes, all or none: one is a plain conditional write, several are one transaction, across
 * tables if need be. Gives the item as a single update left it. If several conditions fail, the first in order speaks.
 * The nonce recognises a write of our own whose answer was lost and which the SDK sent again (H15): that is success.
 * @throws what the failed condition's `refuse` gives · ConcurrentUpdateError, or what the conflict's write makes of it
 */
export async function commit(
  client: DynamoDBClient,
  writes: readonly Write[],
  nonce: string,
): Promise<Item | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(client, writes, nonce);
    } catch (error) {
      const verdict = classifyFailure(error, writes, nonce);
      if (verdict.kind === 'own-write') return verdict.item;
      if (verdict.kind === 'refused') throw verdict.error;
      if (attempt === CONFLICT_ATTEMPTS) throw verdict.lost;
      await wait(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

async function send(
  client: DynamoDBClient,
  writes: readonly Write[],
  nonce: string,
): Promise<Item | undefined> {
  const [first] = writes;
  if (writes.length === 1 && first?.kind === 'put') {
    await client.send(new PutItemCommand(putRequest(first)));
    return first.item;
  }
  if (writes.length === 1 && first?.kind === 'update') {
    const input = { ...updateRequest(first), ReturnValues: 'ALL_NEW' as const };
    const { Attributes } = await client.send(new UpdateItemCommand(input));
    return Attributes && unmarshall(Attributes);
  }
  // The token makes a re-sent transaction a success in DynamoDB itself, for ten minutes.
  const TransactItems = writes.map(transactAction);
  await client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: nonce }));
  return undefined;
}

function classifyFailure(error: unknown, writes: readonly Write[], nonce: string): FailureKind {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException) {
    return retryable(error, writes[0]);
  }
  if (error instanceof ConditionalCheckFailedException) {
    return rejection([{ write: writes[0], found: read(error.Item) }], nonce, error);
  }
  if (!(error instanceof TransactionCanceledException)) return { kind: 'refused', error };
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.flatMap((reason, index) =>
    reason.Code === 'ConditionalCheckFailed' ? [{ write: writes[index], found: read(reason.Item) }] : [],
  );
  if (failed.length > 0) return rejection(failed, nonce, error);
  const passing = reasons.findIndex((reason) => PASSING.has(reason.Code ?? ''));
  return passing < 0 ? { kind: 'refused', error } : retryable(error, writes[passing]);
}

function retryable(error: Error, write: Write | undefined): FailureKind {
  return { kind: 'try-again', lost: write?.onConflict?.() ?? new ConcurrentUpdateError({ cause: error }) };
}

function rejection(
  failed: readonly { write: Write | undefined; found: Item | undefined }[],
  nonce: string,
  error: Error,
): FailureKind {
  const own = failed.find(({ found }) => nonceOf(found) === nonce);
  if (own) return { kind: 'own-write', item: own.found };
  const [first] = failed;
  return { kind: 'refused', error: first?.write?.condition?.onFailure(first.found) ?? error };
}

function read(stored: Record<string, AttributeValue> | undefined): Item | undefined {
  return stored && unmarshall(stored);
}

function nonceOf(item: Item | undefined): unknown {
  const change: unknown = item?.['last_change'];
  return typeof change === 'object' && change !== null && 'nonce' in change ? change.nonce : undefined;
}
