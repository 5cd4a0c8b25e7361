import { createHash } from 'node:crypto';
import {
  DecryptCommand,
  EncryptCommand,
  InvalidCiphertextException,
  type KMSClient,
} from '@aws-sdk/client-kms';
import { SecretUnavailableError, type SealContext, type SecretBox } from '#shared/domain/ports/secret-box.ts';
import type { Clock } from './clock.ts';

const CACHE_MS = 5 * 60_000;
const CACHE_ENTRIES = 1000;

/**
 * Seals with KMS `Encrypt`; the context binds a ciphertext to its purpose, workspace and owner. Opened texts are cached
 * for 5 minutes by the hash of the ciphertext, so that a rotated secret is never served from the cache (H16).
 */
export function createKmsSecretBox(client: KMSClient, keyId: string, clock: Clock): SecretBox {
  const opened = new Map<string, { plaintext: string; until: number }>();

  return {
    async seal(plaintext, context) {
      const { CiphertextBlob } = await client.send(
        new EncryptCommand({
          KeyId: keyId,
          Plaintext: Buffer.from(plaintext),
          EncryptionContext: { ...context },
        }),
      );
      return Buffer.from(CiphertextBlob ?? []).toString('base64');
    },

    async open(sealed, context) {
      const cacheKey = createHash('sha256')
        .update(`${JSON.stringify(context)}${sealed}`)
        .digest('base64');
      const cached = opened.get(cacheKey);
      const now = clock().getTime();
      if (cached && cached.until > now) return cached.plaintext;
      const plaintext = await decrypt(client, keyId, sealed, context);
      if (opened.size >= CACHE_ENTRIES) opened.clear();
      opened.set(cacheKey, { plaintext, until: now + CACHE_MS });
      return plaintext;
    },
  };
}

async function decrypt(
  client: KMSClient,
  keyId: string,
  sealed: string,
  context: SealContext,
): Promise<string> {
  try {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        EncryptionContext: { ...context },
      }),
    );
    return Buffer.from(Plaintext ?? []).toString();
  } catch (error) {
    // A wrong ciphertext stays wrong; everything else may pass (H17).
    if (error instanceof InvalidCiphertextException) throw error;
    throw new SecretUnavailableError('The key service did not answer', { cause: error });
  }
}
