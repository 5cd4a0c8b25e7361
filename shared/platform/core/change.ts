import type { Principal } from '#shared/platform/identity/principal.ts';

/** Who acts: an API key for its member, the platform itself (timers, workers), or an operator with AWS access. */
export type Actor =
  | { readonly kind: 'key'; readonly key: string; readonly member: string }
  | { readonly kind: 'system' }
  | { readonly kind: 'operator' };

/**
 * Who changed an item last, written with the item itself (R14): a stream consumer makes the audit log of it.
 * The nonce tells a writer whose answer was lost that the write it finds is its own (H15).
 */
export type Change = {
  readonly actor: Actor;
  readonly operation: string;
  readonly requestId: string;
  readonly nonce: string;
  readonly at: Date;
};

/** The answer of a POST, kept for 24 h under its `Idempotency-Key` and written with the command itself (G90, H10). */
export type IdempotencyRecord = {
  /** Hash of API key id, method, path and `Idempotency-Key`. */
  readonly id: string;
  /** Hash of the canonical request body: another body under the same key is refused (G91). */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body with its secret cut out: KMS seals at most 4,096 bytes (H11). */
  readonly body: string;
  readonly sealedSecret: string | null;
  readonly expiresAt: Date;
};

/** What every state-changing command carries into the store. */
export type CommandContext = { readonly change: Change; readonly remember: IdempotencyRecord | null };

/** The change record of a request. */
export function changeBy(
  principal: Principal,
  operation: string,
  trace: { requestId: string; nonce: string; at: Date },
): Change {
  return { actor: { kind: 'key', key: principal.keyId, member: principal.memberId }, operation, ...trace };
}
