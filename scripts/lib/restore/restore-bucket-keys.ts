import { randomUUID } from 'node:crypto';
import {
  type BadBucketKey,
  bucketKeyItems,
  type StoredBucketKey,
} from '#scripts/lib/keys/bucket-key-items.ts';
import { openCopy } from '#scripts/lib/keys/recovery-copies.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { textOf, wrapContext } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import type { PrivateKey } from '#shared/platform/runtime/secrets/hpke.ts';
import type { KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { toBucketKey } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { orError } from '#shared/platform/store/item-schema.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';

/** The key of the operator, and KMS with the key of the stage that is restored into. */
export type Rewrap = { readonly recoveryKey: PrivateKey; readonly cipher: Pick<KmsCipher, 'encrypt'> };

export type RestoreKeysOptions = {
  readonly live: WritableTable;
  readonly restored: WritableTable;
  readonly apply: boolean;
  readonly workspaceId: string | undefined;
  /** For another account: decrypts each private key for the operator and encrypts it with the KMS key of that account. */
  readonly rewrap?: Rewrap | undefined;
  readonly print: (line: string) => void;
};

/** A pair to write. For another account, its private key was decrypted. */
type MissingPair = StoredBucketKey & { readonly raw: Buffer | undefined };

/**
 * Brings the key pairs of secrets back, before all other items, because nothing can be decrypted without them. A pair is never replaced:
 * the secrets of the live table depend on it. Everything is compared, and for another account decrypted, before anything is written. A pair
 * that cannot be restored is printed, and does not keep the others. Returns the number of each result.
 * @throws Error if the live table has another pair in the place of one of these
 */
export async function restoreBucketKeys(options: RestoreKeysOptions): Promise<ReadonlyMap<string, number>> {
  const { restored, live, apply, workspaceId, rewrap, print } = options;
  const missing: MissingPair[] = [];
  const counts = new Map<string, number>();
  const count = (label: string) => counts.set(label, (counts.get(label) ?? 0) + 1);
  for await (const pairs of bucketKeyItems(restored, workspaceId))
    for (const pair of pairs) {
      const found = 'problem' in pair ? pair : await compared(pair, options);
      if (found === 'same') count('bucket-key: same, unchanged');
      else if ('problem' in found) {
        print(`conflict: bucket-key ${found.name}: ${found.problem}`);
        count('bucket-key: conflict, cannot be restored');
      } else missing.push(found);
    }
  for (const pair of missing) {
    if (apply) await write(live, pair, rewrap);
    count('bucket-key: written');
  }
  if (missing.length > 0 && !rewrap)
    print(
      'note: key pairs are copied as they are. Their secrets open only with the KMS key that encrypted the private keys, or its replica.',
    );
  return counts;
}

/** @throws Error if the live table has another pair in this place */
async function compared(
  pair: StoredBucketKey,
  { live, rewrap }: Pick<RestoreKeysOptions, 'live' | 'rewrap'>,
): Promise<'same' | MissingPair | BadBucketKey> {
  const item = await live.get(bucketKeyKey(pair.place));
  if (item) {
    const stored = orError(() => toBucketKey(item));
    if (!(stored instanceof MalformedItemError) && stored.publicKey === pair.key.publicKey) return 'same';
    throw new Error(`${otherPair(pair)} Nothing was written. ${EMPTY_STAGE}`);
  }
  if (!rewrap) return { ...pair, raw: undefined };
  const raw = openCopy(pair, rewrap.recoveryKey);
  if (raw === undefined)
    return { name: textOf(pair.place), problem: 'is not encrypted for this recovery key' };
  return Buffer.isBuffer(raw) ? { ...pair, raw } : raw;
}

/** Writes a pair, with its private key under the KMS key of the new stage. @throws Error if another function was faster */
async function write(
  live: WritableTable,
  { place, key, item, raw }: MissingPair,
  rewrap: Rewrap | undefined,
): Promise<void> {
  const wrappedKey =
    raw && rewrap
      ? (await rewrap.cipher.encrypt(raw, wrapContext(place))).toString('base64')
      : key.wrappedKey;
  const whole = { ...item, ...bucketKeyKey(place), ...key, wrappedKey };
  const { written } = await tryWrite(live, putItem(whole, isNew), randomUUID());
  if (!written) throw new Error(`${otherPair({ place })} It was created during the restore. ${EMPTY_STAGE}`);
}

const EMPTY_STAGE = 'Restore into a stage that has not encrypted a secret yet.';

function otherPair({ place }: Pick<StoredBucketKey, 'place'>): string {
  return (
    `The live table has another key pair with the purpose, bucket and version ${textOf(place)}, so the restored secrets of this bucket ` +
    `could not be decrypted.`
  );
}
