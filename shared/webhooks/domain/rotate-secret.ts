import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Endpoint, SigningSecrets } from './endpoint.ts';

/** How long the previous secret signs beside the new one. */
const ROTATION_OVERLAP_MS = 24 * 3_600_000;

/**
 * Users are notified this long before the previous secret ends (docs/specification.md#notification-conditions). A change of this time
 * drops the notices that are already planned, because a notice is compared with the secrets.
 */
const NOTICE_MS = 4 * 3_600_000;

/** A new secret: the ciphertext to store, and the last characters, by which people recognise the secret. */
export type NewSecret = { readonly sealed: string; readonly hint: string };

/**
 * The endpoint with a new signing secret. The previous one stays valid for 24 hours; with `immediate` all previous secrets
 * end at once. A rotation is not an edit: pending deliveries stay pending and are signed with the secrets that are valid when
 * they are sent (docs/specification.md#rotating-the-secret).
 * @throws PlatformError `rotation_in_progress`
 */
export function rotateSecret(before: Endpoint, secret: NewSecret, immediate: boolean, now: Date): Endpoint {
  const { current, previous } = before.secrets;
  if (!immediate && previous && previous.expiresAt > now) {
    const until = previous.expiresAt.toISOString();
    const detail =
      `The previous secret is valid until ${until}. Rotate after that time, or send "immediate": true to ` +
      'revoke all earlier secrets now.';
    throw new PlatformError('rotation_in_progress', detail, { previous_secret_expires_at: until });
  }
  const expiresAt = new Date(now.getTime() + ROTATION_OVERLAP_MS);
  return {
    ...before,
    secrets: {
      current: secret.sealed,
      hint: secret.hint,
      previous: immediate ? null : { sealed: current, expiresAt },
    },
    revision: before.revision + 1,
    updatedAt: now,
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
