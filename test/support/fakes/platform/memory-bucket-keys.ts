import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import type { BucketKey, BucketKeyStore, BucketPlace } from '#shared/platform/runtime/secrets/bucket-key.ts';
import { textOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import type { KmsCipher, KmsContext } from '#shared/platform/runtime/secrets/kms-cipher.ts';

export type MemoryBucketKeyStore = BucketKeyStore & {
  /** How often a key pair was read. */
  readonly reads: () => number;
  /** Replaces a stored pair, which no code of the platform does. */
  set(place: BucketPlace, key: BucketKey): void;
};

/** Key pairs in memory. */
export function createMemoryBucketKeyStore(): MemoryBucketKeyStore {
  const stored = new Map<string, BucketKey>();
  let reads = 0;
  return {
    reads: () => reads,
    set: (place, key) => void stored.set(textOf(place), key),
    async find(place) {
      reads += 1;
      return stored.get(textOf(place));
    },
    async create(place, key) {
      if (stored.has(textOf(place))) return false;
      stored.set(textOf(place), key);
      return true;
    },
  };
}

export type MemoryCipher = KmsCipher & {
  readonly calls: { encrypt: number; decrypt: number };
  /** Makes the next calls fail with this error; undefined repairs it. */
  failWith(error: Error | undefined): void;
};

/** KMS in memory: a ciphertext is its context and its plaintext, and opens only under the same context. Counts its calls. */
export function createMemoryCipher(): MemoryCipher {
  const calls = { encrypt: 0, decrypt: 0 };
  let failure: Error | undefined;
  const labelOf = (context: KmsContext) =>
    JSON.stringify(Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    calls,
    failWith(error) {
      failure = error;
    },
    async encrypt(plaintext, context) {
      calls.encrypt += 1;
      if (failure) throw failure;
      const text = { context: labelOf(context), plaintext: Buffer.from(plaintext).toString('base64') };
      return Buffer.from(JSON.stringify(text));
    },
    async decrypt(ciphertext, context) {
      calls.decrypt += 1;
      if (failure) throw failure;
      const text: { context: string; plaintext: string } = JSON.parse(Buffer.from(ciphertext).toString());
      if (text.context !== labelOf(context))
        throw Object.assign(new Error(''), { name: 'InvalidCiphertextException' });
      return Buffer.from(text.plaintext, 'base64');
    },
  };
}

/** The error of a key service that does not answer. */
export function keyServiceDown(): SecretUnavailableError {
  return new SecretUnavailableError('KMS is unavailable');
}
