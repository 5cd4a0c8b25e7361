import { createHash, timingSafeEqual } from 'node:crypto';

/** Generates the secret of a link, such as one in a mail: 32 bytes from `random`, a secure source, as 43 characters of base64url. */
export function generateLinkSecret(random: (size: number) => Buffer): string {
  return random(32).toString('base64url');
}

/** The form in which the secret of a link is stored. Its 256 random bits need no slow hash. */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares a secret with a stored hash, in a time that does not depend on where they differ. */
export function matchesLinkSecret(secret: string, hash: string): boolean {
  const [found, expected] = [Buffer.from(hashLinkSecret(secret)), Buffer.from(hash)];
  return found.length === expected.length && timingSafeEqual(found, expected);
}
