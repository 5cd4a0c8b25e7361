import { randomUUID } from 'node:crypto';
import { bucketKeyItems, type StoredBucketKey } from '#scripts/lib/keys/bucket-key-items.ts';
import type { BucketKey } from '#shared/platform/runtime/secrets/bucket-key.ts';
import { requirePair, textOf, wrapContext } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import type { PrivateKey } from '#shared/platform/runtime/secrets/hpke.ts';
import type { KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { openForRecovery } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { toBucketKey } from '#shared/platform/store/dynamo-bucket-key-store.ts';
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

/**
 * Brings the key pairs of secrets back, before all other items, because nothing can be decrypted without them. A pair is never replaced:
 * the secrets of the live table depend on it. Everything is compared before anything is written. Returns the number of each result.
 * @throws Error if the live table has another pair in the place of one of these
 */
export async function restoreBucketKeys(options: RestoreKeysOptions): Promise<ReadonlyMap<string, number>> {
  const { restored, live, apply, workspaceId, rewrap, print } = options;
  const missing: StoredBucketKey[] = [];
  const counts = new Map<string, number>();
  const count = (label: string) => counts.set(label, (counts.get(label) ?? 0) + 1);
  for await (const pairs of bucketKeyItems(restored, workspaceId))
    for (const pair of pairs) {
      const item = await live.get(bucketKeyKey(pair.place));
      if (!item) missing.push(pair);
      else if (toBucketKey(item).publicKey === pair.key.publicKey) count('bucket-key: same, unchanged');
      else throw new Error(otherPair(pair, 'No item was restored.'));
    }
  for (const pair of missing) {
    const key = rewrap ? await rewrapped(pair, rewrap, apply) : pair.key;
    if (!key) {
      print(`conflict: bucket-key ${textOf(pair.place)}: is not encrypted for this recovery key`);
      count('bucket-key: conflict, is not encrypted for this recovery key');
      continue;
    }
    const written =
      !apply ||
      (
        await tryWrite(
          live,
          putItem({ ...pair.item, ...bucketKeyKey(pair.place), ...key }, isNew),
          randomUUID(),
        )
      ).written;
    if (!written) throw new Error(otherPair(pair, 'No other item than key pairs was written.'));
    count('bucket-key: written');
  }
  if (missing.length > 0 && !rewrap)
    print(
      'note: key pairs are copied as they are. Their secrets open only with the KMS key that encrypted the private keys, or its replica.',
    );
  return counts;
}

/** The pair with its private key under the KMS key of the new stage; undefined if the operator's key does not open it. */
async function rewrapped(
  { place, key }: StoredBucketKey,
  { recoveryKey, cipher }: Rewrap,
  apply: boolean,
): Promise<BucketKey | undefined> {
  const raw = openForRecovery(recoveryKey, place, key);
  if (raw === undefined) return undefined;
  requirePair(place, raw, key);
  if (!apply) return key;
  return { ...key, wrappedKey: (await cipher.encrypt(raw, wrapContext(place))).toString('base64') };
}

function otherPair({ place }: StoredBucketKey, written: string): string {
  return (
    `The live table has another key pair with the purpose, bucket and version ${textOf(place)}, so the restored secrets of this bucket ` +
    `could not be decrypted. ${written} Restore into a stage that has not encrypted a secret yet.`
  );
}
