import * as v from 'valibot';
import type { Change, CommandContext, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, PlatformError } from '#shared/platform/core/errors.ts';
import { instant, maybe, ttlOf } from './item-schema.ts';
import { idempotencyKey } from './keys.ts';
import type { Write } from './write.ts';

/** The `last_change` attribute of every written item (R14). */
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

/**
 * The same for an item that a command only brings along, such as a counter: the audit log tells of the resource that the
 * command is about, and not of this one.
 */
export function toSecondaryChange(change: Change) {
  return { ...toLastChange(change), aside: true };
}

/** Schema of a remembered answer's item. */
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
 * The write that remembers an answer, for the transaction of the command itself: of two racing requests with one key,
 * the loser's whole command fails and it replays the winner's answer (H10).
 */
export function idempotencyWrite(table: string, answer: IdempotencyRecord, change: Change): Write {
  return {
    kind: 'put',
    table,
    item: {
      ...idempotencyKey(answer.id),
      id: answer.id,
      fingerprint: answer.fingerprint,
      status: answer.status,
      headers: answer.headers,
      body: answer.body,
      sealed_secret: answer.sealedSecret ?? undefined,
      expires_at: answer.expiresAt.getTime(),
      ttl: ttlOf(answer.expiresAt),
      last_change: toLastChange(change),
    },
    values: { ':now': change.at.getTime() },
    condition: {
      when: 'attribute_not_exists(pk) OR expires_at <= :now',
      onFailure: () => new DuplicateRequestError('Answered before under this Idempotency-Key'),
    },
    onConflict: () =>
      new PlatformError(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still running.',
      ),
  };
}

/** The write that remembers a command's answer, if its request asked for that; first, so that a replay speaks first. */
export function idempotencyWrites(table: string, { remember, change }: CommandContext): Write[] {
  return remember ? [idempotencyWrite(table, remember, change)] : [];
}
