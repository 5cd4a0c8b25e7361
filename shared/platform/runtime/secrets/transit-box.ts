import { requireSecretSize, type SecretBox } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { KmsCipher } from './kms-cipher.ts';
import { cachedOpen } from './plaintext-cache.ts';

/**
 * Encrypts with KMS itself, for texts that leave the stage and return within minutes: nobody stores them, so they need no key pair, and
 * the functions that handle them need no table (ADR 92).
 */
export function createTransitBox(cipher: KmsCipher, clock: Clock): SecretBox {
  return {
    async seal(plaintext, context) {
      const text = Buffer.from(plaintext);
      requireSecretSize(text);
      return (await cipher.encrypt(text, context)).toString('base64');
    },
    open: cachedOpen(clock, async (sealed, context) =>
      (await cipher.decrypt(Buffer.from(sealed, 'base64'), context)).toString(),
    ),
  };
}
