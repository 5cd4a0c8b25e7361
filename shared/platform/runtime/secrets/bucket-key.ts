import type { SealContext } from '#shared/platform/core/secret-box.ts';

/**
 * The workspaces of a stage are divided among this many key pairs for each purpose. More pairs mean more calls of KMS, fewer mean that
 * more secrets depend on one pair. A change of the number would make every stored secret unreadable.
 */
export const KEY_BUCKETS = 256;

/** Which key pair: secrets name only its version, because purpose and bucket follow from their context. */
export type BucketPlace = {
  readonly purpose: SealContext['purpose'];
  /** 0 to 255. */
  readonly bucket: number;
  readonly version: number;
};

/** A stored key pair. */
export type BucketKey = {
  /** The public key, 32 bytes in base64url. */
  readonly publicKey: string;
  /** The private key, encrypted by KMS with the place as encryption context, in base64. */
  readonly wrappedKey: string;
  /** The private key, encrypted for keys that an operator keeps elsewhere, by the fingerprint of that key. */
  readonly recoveryCopies: Readonly<Record<string, string>>;
};

/** Stores key pairs. No function changes or deletes them; only `npm run restore -- recovery-key add` adds copies to them. */
export type BucketKeyStore = {
  /** Strongly consistent. */
  find(place: BucketPlace): Promise<BucketKey | undefined>;
  /** Stores a key pair unless one is stored there; false if there is one. */
  create(place: BucketPlace, key: BucketKey): Promise<boolean>;
};
