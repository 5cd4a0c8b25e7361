import { setTimeout as wait } from 'node:timers/promises';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConcurrentUpdateError } from '#shared/domain/errors.ts';
import type { Item, Table } from './table.ts';
import { putRequest, transactAction, updateRequest, type Write } from './write.ts';

/** How often a conflict with another transaction is tried again, and the pauses between, in milliseconds (H14). */
const CONFLICT_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 400;

/** Reasons for which a transaction is cancelled that say nothing about its conditions. */
const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Carries out a command's writes, all or none. One write is a plain conditional write; several are one transaction.
 * If several conditions fail, the first in order speaks. The nonce recognises a write of our own whose answer was lost
 * and which the SDK sent again (H15): that is success, not a conflict.
 * @throws what the failed condition's `refuse` gives · ConcurrentUpdateError
 */
export async function commit(table: Table, writes: readonly Write[], nonce: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(table, writes, nonce);
      return;
    } catch (error) {
      const verdict = judge(error, writes, nonce);
      if (verdict === 'own-write') return;
      if (verdict !== 'try-again') throw verdict;
      if (attempt === CONFLICT_ATTEMPTS) throw new ConcurrentUpdateError({ cause: error });
      await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

async function send(table: Table, writes: readonly Write[], nonce: string): Promise<unknown> {
  const [first] = writes;
  if (writes.length === 1 && first?.kind === 'put') {
    return table.client.send(new PutItemCommand(putRequest(table.name, first)));
  }
  if (writes.length === 1 && first?.kind === 'update') {
    return table.client.send(new UpdateItemCommand(updateRequest(table.name, first)));
  }
  // The token makes a re-sent transaction a success in DynamoDB itself, for ten minutes.
  const TransactItems = writes.map((write) => transactAction(table.name, write));
  return table.client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: nonce }));
}

function judge(error: unknown, writes: readonly Write[], nonce: string): unknown {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return 'try-again';
  if (error instanceof ConditionalCheckFailedException) return refusal(writes[0], error.Item, nonce, error);
  if (!(error instanceof TransactionCanceledException)) return error;
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  if (failed >= 0) return refusal(writes[failed], reasons[failed]?.Item, nonce, error);
  return reasons.some((reason) => PASSING.has(reason.Code ?? '')) ? 'try-again' : error;
}

function refusal(
  write: Write | undefined,
  stored: Record<string, AttributeValue> | undefined,
  nonce: string,
  error: Error,
): unknown {
  const found = stored && unmarshall(stored);
  if (nonceOf(found) === nonce) return 'own-write';
  return write?.condition?.refuse(found) ?? error;
}

function nonceOf(item: Item | undefined): unknown {
  const change: unknown = item?.['last_change'];
  return typeof change === 'object' && change !== null && 'nonce' in change ? change.nonce : undefined;
}
