/** The actor: an API key of a member, the platform itself (timers, workers), or an operator with AWS access. */
export type Actor =
  | {
      readonly kind: 'key';
      readonly key: string;
      readonly member: string;
      /** Set if a console link created the key, so that the audit log distinguishes people from servers. */
      readonly console?: true;
    }
  | { readonly kind: 'system' }
  | { readonly kind: 'operator' };

/** The key of a request as it was authorised, for commands that check it again when they write. */
export type CallerKey = {
  readonly hash: string;
  readonly permissions: readonly string[];
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
};

/**
 * The last change of an item, written with the item (docs/specification.md#audit-log): a stream consumer turns it into the
 * audit entry. By the nonce a writer recognises its own write after a lost response
 * (docs/failure-histories.md#lost-response-of-a-write).
 */
export type Change = {
  readonly actor: Actor;
  readonly operation: string;
  readonly requestId: string;
  readonly nonce: string;
  readonly at: Date;
  /** Makes every write of the command depend on the caller's key (`withCallerKey`). Not stored. */
  readonly callerKey?: CallerKey;
};

/**
 * The response of a POST, stored for 24 h under its `Idempotency-Key` in the transaction of the command
 * (docs/failure-histories.md#lost-idempotent-response).
 */
export type IdempotencyRecord = {
  /** Hash of API key id, route, path parameters and `Idempotency-Key`. */
  readonly id: string;
  readonly workspaceId: string;
  /** Hash of the canonical request body; another body under the same key is rejected. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body without its secret, because KMS encrypts at most 4,096 bytes. */
  readonly body: string;
  readonly sealedSecret: string | null;
  /** The permissions of the key that the response contains. A caller that lacks one of them does not receive the response again. */
  readonly handsOut?: readonly string[] | undefined;
  readonly expiresAt: Date;
};

/** What every command passes to the store. */
export type CommandContext = {
  readonly change: Change;
  readonly idempotencyRecord: IdempotencyRecord | null;
  /** Whether the whole command is repeated on the current resource after a lost race. Then the store need not wait for other transactions. */
  readonly isRepeatable?: boolean;
};

/** Of a request's caller, what a change records. */
type Caller = {
  readonly keyId: string;
  readonly keyHash: string;
  readonly keyExpiresAt: Date | null;
  readonly isConsoleKey: boolean;
  readonly memberId: string;
  readonly permissions: ReadonlySet<string>;
};

/** The change record of a request. */
export function changeBy(
  { keyId, keyHash, keyExpiresAt, isConsoleKey, memberId, permissions }: Caller,
  { name, checksKey }: { readonly name: string; readonly checksKey: boolean },
  trace: { requestId: string; nonce: string; at: Date },
): Change {
  return {
    actor: { kind: 'key', key: keyId, member: memberId, ...(isConsoleKey ? { console: true } : {}) },
    operation: name,
    ...trace,
    ...(checksKey
      ? { callerKey: { hash: keyHash, permissions: [...permissions], expiresAt: keyExpiresAt } }
      : {}),
  };
}

/** The change record of work that no request asked for, such as that of a consumer. */
export function systemChange(
  operation: string,
  trace: { readonly requestId: string; readonly nonce: string; readonly at: Date },
): Change {
  return { actor: { kind: 'system' }, operation, ...trace };
}
