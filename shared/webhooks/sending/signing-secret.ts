/** Prefix of every signing secret (specification, Resources, Webhook endpoint). */
export const SIGNING_SECRET_PREFIX = 'whsec_';

/**
 * 33 bytes make 44 base64 characters without padding: a `=` would break verifiers that split the header
 * at `=`, and Standard Webhooks asks for 24 to 64 bytes (G104).
 */
const SECRET_BYTES = 33;

/** Makes a signing secret: `whsec_` + standard base64 of 33 bytes from `random`, a secure source (G104). */
export function generateSigningSecret(random: (size: number) => Buffer): string {
  return SIGNING_SECRET_PREFIX + random(SECRET_BYTES).toString('base64');
}

/** Last 4 characters of a secret: enough to tell two apart, too few to help an attacker. */
export function secretHint(secret: string): string {
  return secret.slice(-4);
}
