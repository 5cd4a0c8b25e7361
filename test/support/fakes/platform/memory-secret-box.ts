import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  requireSecretSize,
  type SealContext,
  type SecretBox,
  SecretUnavailableError,
} from '#shared/platform/core/secret-box.ts';

const ALGORITHM = 'aes-256-gcm';

export type MemorySecretBox = SecretBox & {
  /** Makes every call fail until `repair`. */
  breakDown(): void;
  repair(): void;
};

/** A secret box in memory that encrypts with its own key. The ciphertext is bound to its context. */
export function createMemorySecretBox(): MemorySecretBox {
  const key = randomBytes(32);
  let isDown = false;

  return {
    async seal(plaintext, context) {
      if (isDown) throw new SecretUnavailableError('The key service is down');
      requireSecretSize(Buffer.from(plaintext));
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(bound(context));
      const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    async open(sealed, context) {
      if (isDown) throw new SecretUnavailableError('The key service is down');
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, 12));
      decipher.setAAD(bound(context)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    },

    breakDown() {
      isDown = true;
    },
    repair() {
      isDown = false;
    },
  };
}

function bound({ purpose, workspace, subject }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([purpose, workspace, subject]));
}
