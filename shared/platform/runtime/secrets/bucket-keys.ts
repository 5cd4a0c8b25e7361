import { createHash } from 'node:crypto';
import { SecretInvalidError, SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { type BucketKey, type BucketKeyStore, type BucketPlace, KEY_BUCKETS } from './bucket-key.ts';
import {
  newKeyPair,
  type PrivateKey,
  type PublicKey,
  publicKeyOf,
  readPrivateKey,
  readPublicKey,
} from './hpke.ts';
import type { KmsCipher, KmsContext } from './kms-cipher.ts';
import { orUnavailable } from './or-unavailable.ts';
import { type RecoveryKey, wrapForRecovery } from './recovery-key.ts';
import { createSharedCache } from './shared-cache.ts';

/** Key pairs that a function keeps at most: more than there are for all its purposes. */
const KEPT_KEYS = 10_000;

/** Up to a tenth of an hour less, so that instances that started together do not all ask again in the same second. */
const JITTER = 0.1;

export type BucketKeys = {
  /** The public key; the first caller creates the pair. @throws SecretUnavailableError · SecretInvalidError if the pair is forged */
  publicKey(place: BucketPlace): Promise<PublicKey>;
  /** The private key, decrypted by KMS. @throws SecretUnavailableError · SecretInvalidError if there is no such pair, or a forged one */
  privateKey(place: BucketPlace): Promise<PrivateKey>;
};

export type BucketKeysDependencies = {
  readonly store: BucketKeyStore;
  readonly cipher: KmsCipher;
  readonly clock: Clock;
  readonly random: () => number;
  /** The key for which the private key of each new pair is encrypted a second time. */
  readonly recoveryKey: RecoveryKey | undefined;
};

/** The bucket of a workspace: the first byte of a hash, so that workspaces are spread evenly whatever their ids look like. */
export function bucketOf(workspace: string): number {
  return createHash('sha256').update(workspace).digest().readUInt8(0) % KEY_BUCKETS;
}

/** The encryption context of a private key. Without `workspace` and `subject`, it is never that of a secret. */
export function wrapContext({ purpose, bucket, version }: BucketPlace): KmsContext {
  return { purpose, bucket: String(bucket), version: String(version) };
}

/** The key pairs of a stage, each kept for an hour. */
export function createBucketKeys(deps: BucketKeysDependencies): BucketKeys {
  const { store, cipher, clock, random } = deps;
  const options = { clock, lifetimeMs: () => HOUR_MS * (1 - JITTER * random()), entries: KEPT_KEYS };
  const publicKeys = createSharedCache<PublicKey>(options);
  const privateKeys = createSharedCache<PrivateKey>(options);

  const inTable = <T>(call: () => Promise<T>) =>
    orUnavailable('The table with the keys is unavailable', call);
  const find = (place: BucketPlace) => inTable(() => store.find(place));

  async function create(place: BucketPlace): Promise<BucketKey> {
    const created = await newBucketKey(deps, place);
    if (await inTable(() => store.create(place, created))) return created;
    // Another function was faster, and has encrypted with its pair already.
    const stored = await find(place);
    if (!stored) throw new SecretUnavailableError(`The new key of ${textOf(place)} cannot be read yet`);
    return stored;
  }

  return {
    publicKey: (place) =>
      publicKeys.get(textOf(place), async () => {
        const { publicKey } = (await find(place)) ?? (await create(place));
        return usingPair(place, () => readPublicKey(Buffer.from(publicKey, 'base64url')));
      }),

    privateKey: (place) =>
      privateKeys.get(textOf(place), async () => {
        const found = await find(place);
        if (!found) throw new SecretInvalidError(`The table has no key of ${textOf(place)}`);
        return unwrap(cipher, place, found);
      }),
  };
}

/**
 * Decrypts a private key. If it does not belong to its public key, it opens nothing.
 * @throws SecretUnavailableError · SecretInvalidError · the error of KMS if the stage did not encrypt it for this place
 */
async function unwrap(
  cipher: Pick<KmsCipher, 'decrypt'>,
  place: BucketPlace,
  { publicKey, wrappedKey }: BucketKey,
): Promise<PrivateKey> {
  const privateRaw = await cipher.decrypt(Buffer.from(wrappedKey, 'base64'), wrapContext(place));
  return usingPair(place, () =>
    readPrivateKey({ privateRaw, publicRaw: Buffer.from(publicKey, 'base64url') }),
  );
}

/** Before a private key is encrypted again. @throws SecretInvalidError if it does not belong to the public key */
export function requirePair(place: BucketPlace, privateRaw: Buffer, { publicKey }: BucketKey): void {
  const belonging = usingPair(place, () => publicKeyOf(privateRaw).toString('base64url'));
  if (belonging !== publicKey)
    throw new SecretInvalidError(`The private key of ${textOf(place)} does not belong to its public key`);
}

async function newBucketKey(
  { cipher, recoveryKey }: BucketKeysDependencies,
  place: BucketPlace,
): Promise<BucketKey> {
  const { privateRaw, publicRaw } = newKeyPair();
  const wrapped = await cipher.encrypt(privateRaw, wrapContext(place));
  const recoveryCopies = recoveryKey ? wrapForRecovery(recoveryKey, place, privateRaw) : {};
  privateRaw.fill(0);
  return {
    publicKey: publicRaw.toString('base64url'),
    wrappedKey: wrapped.toString('base64'),
    recoveryCopies,
  };
}

/**
 * Uses the bytes of a pair, which have another length or a public key of small order only if its item was forged.
 * @throws SecretInvalidError that names the pair
 */
export function usingPair<T>(place: BucketPlace, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new SecretInvalidError(`The key pair of ${textOf(place)} cannot be used`, { cause: error });
  }
}

/** Names a key pair in errors and caches. */
export function textOf({ purpose, bucket, version }: BucketPlace): string {
  return `${purpose}/${bucket}/${version}`;
}
