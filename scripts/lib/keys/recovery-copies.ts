import { requirePair, textOf, wrapContext } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import type { PrivateKey } from '#shared/platform/runtime/secrets/hpke.ts';
import type { KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import {
  openForRecovery,
  type RecoveryKey,
  wrapForRecovery,
} from '#shared/platform/runtime/secrets/recovery-key.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { updateItem } from '#shared/platform/store/write.ts';
import { bucketKeyItems, type StoredBucketKey } from './bucket-key-items.ts';

/** What was found: key pairs that can be recovered, and the names of those that cannot. */
export type RecoveryCheck = { readonly recoverable: number; readonly missing: readonly string[] };

/**
 * Which key pairs are encrypted for a recovery key, by its fingerprint, or provably: a private key decrypts each one.
 * @throws SecretInvalidError, or the error of the decryption, if a copy is damaged
 */
export async function checkRecoveryCopies(
  table: Table,
  wanted: { readonly fingerprint: string } | PrivateKey,
): Promise<RecoveryCheck> {
  const missing: string[] = [];
  let recoverable = 0;
  for await (const pairs of bucketKeyItems(table, undefined))
    for (const pair of pairs) {
      if (isRecoverable(pair, wanted)) recoverable += 1;
      else missing.push(textOf(pair.place));
    }
  return { recoverable, missing };
}

function isRecoverable(
  { place, key }: StoredBucketKey,
  wanted: { readonly fingerprint: string } | PrivateKey,
): boolean {
  if ('fingerprint' in wanted) return key.recoveryCopies[wanted.fingerprint] !== undefined;
  const raw = openForRecovery(wanted, place, key);
  if (raw !== undefined) requirePair(place, raw, key);
  return raw !== undefined;
}

/**
 * Encrypts the private keys of all pairs for a recovery key that lack it: those that were created before the stage had this key.
 * Decrypts each one with KMS. Writes nothing unless `apply` is true, and never changes a pair or another copy. Returns their number.
 */
export async function addRecoveryCopies(
  table: WritableTable,
  cipher: Pick<KmsCipher, 'decrypt'>,
  recoveryKey: RecoveryKey,
  apply: boolean,
): Promise<number> {
  let added = 0;
  for await (const pairs of bucketKeyItems(table, undefined))
    for (const pair of pairs.filter((each) => !isRecoverable(each, recoveryKey))) {
      if (apply) await addCopy(table, cipher, recoveryKey, pair);
      added += 1;
    }
  return added;
}

async function addCopy(
  table: WritableTable,
  cipher: Pick<KmsCipher, 'decrypt'>,
  recoveryKey: RecoveryKey,
  { place, key }: StoredBucketKey,
): Promise<void> {
  const raw = await cipher.decrypt(Buffer.from(key.wrappedKey, 'base64'), wrapContext(place));
  requirePair(place, raw, key);
  const { fingerprint } = recoveryKey;
  await tryWrite(
    table,
    updateItem(
      bucketKeyKey(place),
      {
        expression: 'SET recoveryCopies.#fingerprint = :copy',
        names: { '#fingerprint': fingerprint },
        values: { ':copy': wrapForRecovery(recoveryKey, place, raw)[fingerprint] },
      },
      {
        expression: 'publicKey = :public AND attribute_not_exists(recoveryCopies.#fingerprint)',
        values: { ':public': key.publicKey },
      },
    ),
  );
}
