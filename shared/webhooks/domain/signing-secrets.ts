import { PlatformError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

/** How long the previous secret signs beside the new one. */
const ROTATION_OVERLAP_MS = DAY_MS;

/** Signing secrets as ciphertext. For 24 hours after a rotation the previous secret signs as well. */
export type SigningSecrets = {
  readonly current: string;
  /** The last characters of the current secret, by which people recognise it. */
  readonly hint: string;
  readonly previous: { readonly sealed: string; readonly expiresAt: Date } | null;
};

/** A new secret: the ciphertext to store, and the last characters, by which people recognise the secret. */
export type NewSecret = { readonly sealed: string; readonly hint: string };

/** When the overlap of the last rotation ends; null if only one secret signs. */
export function overlapEndsAt({ previous }: SigningSecrets, now: Date): Date | null {
  return previous && previous.expiresAt > now ? previous.expiresAt : null;
}

/** The ciphertexts of the secrets that sign at a time, newest first. An expired secret never signs. */
export function signingAt(secrets: SigningSecrets, at: Date): string[] {
  const { current, previous } = secrets;
  return previous && overlapEndsAt(secrets, at) ? [current, previous.sealed] : [current];
}

/**
 * Only one overlap at a time, because a request has at most two signatures. An immediate rotation is always possible.
 * @throws PlatformError `rotation_in_progress`
 */
export function requireRotatable(secrets: SigningSecrets, immediate: boolean, now: Date): void {
  const until = overlapEndsAt(secrets, now)?.toISOString();
  if (immediate || until === undefined) return;
  const detail =
    `The previous secret is valid until ${until}. Rotate after that time, or send "immediate": true to ` +
    'revoke all earlier secrets now.';
  throw new PlatformError(webhooksErrors.rotation_in_progress, detail, { previous_secret_expires_at: until });
}

/**
 * The secrets after a rotation. The previous one stays valid for 24 hours; with `immediate` all previous secrets end at once.
 * @throws PlatformError `rotation_in_progress`
 */
export function rotatedSecrets(
  before: SigningSecrets,
  { sealed, hint }: NewSecret,
  immediate: boolean,
  now: Date,
): SigningSecrets {
  requireRotatable(before, immediate, now);
  const expiresAt = new Date(now.getTime() + ROTATION_OVERLAP_MS);
  return { current: sealed, hint, previous: immediate ? null : { sealed: before.current, expiresAt } };
}
