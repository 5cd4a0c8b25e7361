import * as v from 'valibot';
import type { Change, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, PlatformError } from '#shared/platform/core/errors.ts';
import { instant, maybe, ttlOf } from './item-schema.ts';
import { idempotencyKey } from './keys.ts';
import type { Item } from './table.ts';
import { type Write, putItem } from './write.ts';

/** The `last_change` attribute of every written item, from which the [audit log](../../../docs/specification.md#audit-log) is made. */
export function toLastChange(change: Change) {
  const { kind, ...who } = change.actor;
  return {
    actor: kind,
    ...who,
    operation: change.operation,
    request_id: change.requestId,
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
  const change = item?.['last_change'];
  return typeof change === 'object' && change !== null && 'nonce' in change ? change.nonce : undefined;
}

/** Schema of an idempotency record's item. */
export const idempotencyItem = v.object({
  id: v.string(),
  fingerprint: v.string(),
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
  sealed_secret: maybe(v.string()),
  expires_at: instant,
});

/**
 * The write of an idempotency record, for the transaction of the command itself: of two racing requests with one key, the
 * loser's whole command fails, and the loser replays the winner's response.
 */
export function idempotencyWrite(record: IdempotencyRecord, change: Change): Write {
  const item = {
    ...idempotencyKey(record.id),
    id: record.id,
    fingerprint: record.fingerprint,
    status: record.status,
    headers: record.headers,
    body: record.body,
    sealed_secret: record.sealedSecret ?? undefined,
    expires_at: record.expiresAt.getTime(),
    ttl: ttlOf(record.expiresAt),
    last_change: toLastChange(change),
  };
  const write = putItem(item, {
    expression: 'attribute_not_exists(pk) OR expires_at <= :now',
    values: { ':now': change.at.getTime() },
    onFailure: () => new DuplicateRequestError('Answered before under this Idempotency-Key'),
  });
  const detail = 'The first request with this Idempotency-Key is still running.';
  return { ...write, onConflict: () => new PlatformError('idempotency_in_progress', detail) };
}
