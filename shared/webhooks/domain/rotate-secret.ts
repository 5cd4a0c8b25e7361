import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { Endpoint } from './endpoint.ts';
import type { NotificationTarget, SignedDestination } from './notification.ts';
import { rotatedKeys, type SigningKey } from './signing-keys.ts';
import { type NewSecret, rotatedSecrets, type SigningSecrets } from './signing-secrets.ts';

/**
 * Users are notified this long before the previous secret ends (docs/specification/webhooks.md#notification-conditions). A change of this time
 * drops the notices that are already planned, because a notice is compared with the secrets.
 */
const NOTICE_MS = 4 * HOUR_MS;

/** A target of signed requests. */
export type SignedTarget = NotificationTarget & { readonly destination: SignedDestination };

/** The new secret of a rotation, and a new key pair if the endpoint has one. */
export type NewCredentials = NewSecret & { readonly key?: SigningKey | undefined };

/**
 * The endpoint with a new signing secret (`rotatedSecrets`) and, if it has one, a new key pair: one overlap for both. A rotation is not an edit: pending deliveries stay pending and are signed with
 * the secrets that are valid when they are sent (docs/specification/webhooks.md#rotating-the-secret).
 * @throws PlatformError `rotation_in_progress`
 */
export function rotateSecret(
  before: Endpoint,
  { key, ...secret }: NewCredentials,
  immediate: boolean,
  now: Date,
): Endpoint {
  const secrets = rotatedSecrets(before.secrets, secret, immediate, now);
  let { signingKeys } = before;
  if (signingKeys) {
    // A rotation that keeps the key pair would not revoke it.
    if (!key) throw new Error('An endpoint with a key pair is rotated without a new one');
    signingKeys = rotatedKeys(signingKeys, key, secrets.previous && secrets.previous.expiresAt);
  }
  return { ...before, secrets, signingKeys, revision: before.revision + 1, updatedAt: now };
}

/**
 * The notification target with a new signing secret (`rotatedSecrets`). Pending notifications are signed with the secrets that are valid when
 * they are sent (docs/specification/webhooks.md#rotating-the-secret-of-a-target).
 * @throws PlatformError `rotation_in_progress`
 */
export function rotateTargetSecret(
  before: SignedTarget,
  secret: NewSecret,
  immediate: boolean,
  now: Date,
): SignedTarget {
  const secrets = rotatedSecrets(secretsOf(before.destination), secret, immediate, now);
  const { current: sealed, hint, previous } = secrets;
  const destination = {
    ...before.destination,
    sealed,
    hint,
    previous: previous && { sealed: previous.sealed, expiresAt: previous.expiresAt.getTime() },
  };
  return { ...before, destination, revision: before.revision + 1, updatedAt: now };
}

export function isSignedTarget(target: NotificationTarget): target is SignedTarget {
  return target.destination.kind === 'https';
}

/** The secrets that requests to a target are signed with. */
export function secretsOf({ sealed, hint, previous }: SignedDestination): SigningSecrets {
  return {
    current: sealed,
    hint,
    previous: previous && { sealed: previous.sealed, expiresAt: new Date(previous.expiresAt) },
  };
}

/** When users are notified that the previous secret ends; null if there is no previous secret. */
export function rotationNoticeAt({ previous }: Pick<SigningSecrets, 'previous'>): Date | null {
  return previous && new Date(previous.expiresAt.getTime() - NOTICE_MS);
}

/** When the previous secret ends, from the time of the notice. */
export function rotationEndsAt(noticeAt: Date): Date {
  return new Date(noticeAt.getTime() + NOTICE_MS);
}
