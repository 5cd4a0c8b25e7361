import * as v from 'valibot';
import type { Change, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, PlatformError } from '#shared/platform/core/errors.ts';
import { instant, itemCodec, maybe, ttlOf } from './item-schema.ts';
import { idempotencyKey } from './keys.ts';
import type { Item } from './table.ts';
import { type Write, putItem } from './write.ts';

/** The `lastChange` attribute of every written item, from which the [audit log](../../../docs/specification.md#audit-log) is made. */
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
  return { ...toLastChange(change), aside: true };
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
    fingerprint: v.string(),
    status: v.number(),
    headers: v.record(v.string(), v.string()),
    body: v.string(),
    sealedSecret: maybe(v.string()),
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
    expression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    values: { ':now': change.at.getTime() },
    onFailure: () => new DuplicateRequestError('Answered before under this Idempotency-Key'),
  });
  const detail = 'The first request with this Idempotency-Key is still running.';
  return { ...write, onConflict: () => new PlatformError('idempotency_in_progress', detail) };
}
