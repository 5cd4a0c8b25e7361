/** Prefix of every signing secret. */
export const SIGNING_SECRET_PREFIX = 'whsec_';

/**
 * 33 bytes make 44 base64 characters without padding. A `=` would break verifiers that split the header at `=`, and
 * Standard Webhooks requires 24 to 64 bytes.
 */
const SECRET_BYTES = 33;

/** Generates a signing secret: `whsec_` + standard base64 of 33 bytes from `random`, a secure source. */
export function generateSigningSecret(random: (size: number) => Buffer): string {
  return SIGNING_SECRET_PREFIX + random(SECRET_BYTES).toString('base64');
}

/** Last 4 characters of a secret: enough to distinguish two secrets, too few to help an attacker. */
export function secretHint(secret: string): string {
  return secret.slice(-4);
}
