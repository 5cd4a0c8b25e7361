import { createHash } from 'node:crypto';
import type { KmsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { DecryptCommand, EncryptCommand } from '#packages/lean-aws-client/kms-commands.ts';
import {
  SecretUnavailableError,
  type SealContext,
  type SecretBox,
} from '#shared/platform/core/secret-box.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { type AwsAccess, kmsClient } from './aws-access.ts';
import type { Clock } from './clock.ts';

const CACHE_MS = 5 * MINUTE_MS;
const CACHE_ENTRIES = 1000;

/** Errors that a retry does not fix: a wrong ciphertext, a missing permission, a key that is disabled or deleted. */
const PERMANENT = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'AccessDeniedException',
  'DisabledException',
  'KMSInvalidStateException',
  'NotFoundException',
  'ValidationException',
]);

/**
 * Encrypts with KMS `Encrypt`; the encryption context binds a ciphertext to its purpose, workspace and owner. Plaintexts are
 * cached for 5 minutes by the hash of the ciphertext, so that a rotated secret is never read from the cache. Concurrent calls
 * for one ciphertext share a request: a batch for one endpoint makes one call, not ten.
 */
export function createKmsSecretBox(client: KmsClient, keyId: string, clock: Clock): SecretBox {
  const opened = new Map<string, { plaintext: string; until: number }>();
  const opening = new Map<string, Promise<string>>();

  async function decrypt(sealed: string, context: SealContext, cacheKey: string): Promise<string> {
    const now = clock().getTime();
    const { Plaintext } = await requireAvailable(
      client.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(sealed, 'base64'),
          EncryptionContext: { ...context },
        }),
      ),
    );
    const plaintext = Buffer.from(Plaintext ?? []).toString();
    if (opened.size >= CACHE_ENTRIES) opened.clear();
    opened.set(cacheKey, { plaintext, until: now + CACHE_MS });
    return plaintext;
  }

  return {
    async seal(plaintext, context) {
      const { CiphertextBlob } = await requireAvailable(
        client.send(
          new EncryptCommand({
            KeyId: keyId,
            Plaintext: Buffer.from(plaintext),
            EncryptionContext: { ...context },
          }),
        ),
      );
      return Buffer.from(CiphertextBlob ?? []).toString('base64');
    },

    async open(sealed, context) {
      const cacheKey = toCacheKey(sealed, context);
      const cached = opened.get(cacheKey);
      if (cached && cached.until > clock().getTime()) return cached.plaintext;
      const running = opening.get(cacheKey);
      if (running) return running;
      const started = decrypt(sealed, context, cacheKey).finally(() => opening.delete(cacheKey));
      opening.set(cacheKey, started);
      return started;
    },
  };
}

/** The KMS key of a stage, for one purpose, and the clients of the function. */
export type SealingKey = { readonly id: string; readonly aws: AwsAccess };

/** A secret box of a function. The KMS client is created at the first use. */
export function createSecrets({ id, aws }: SealingKey, clock: Clock): SecretBox {
  let box: SecretBox | undefined;
  const used = (): SecretBox => (box ??= createKmsSecretBox(kmsClient(aws), id, clock));
  return {
    seal: async (...secret) => used().seal(...secret),
    open: async (...sealed) => used().open(...sealed),
  };
}

function toCacheKey(sealed: string, context: SealContext): string {
  return createHash('sha256')
    .update(JSON.stringify([context, sealed]))
    .digest('base64');
}

async function requireAvailable<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof Error && PERMANENT.has(error.name)) throw error;
    throw new SecretUnavailableError('KMS is unavailable', { cause: error });
  }
}
