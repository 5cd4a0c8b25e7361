import { requirePair, textOf, wrapContext } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { KEY_BYTES, OVERHEAD_BYTES, type PrivateKey } from '#shared/platform/runtime/secrets/hpke.ts';
import type { KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import {
  openForRecovery,
  type RecoveryKey,
  recoveryKeyFor,
  wrapForRecovery,
} from '#shared/platform/runtime/secrets/recovery-key.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { updateItem } from '#shared/platform/store/write.ts';
import { type BadBucketKey, bucketKeyItems, type StoredBucketKey } from './bucket-key-items.ts';
import { isUnreadable, reasonOf } from './unreadable.ts';

/** Only the private key proves that a copy can be decrypted. With the public key, a copy must have the right length. */
export type WantedKey = RecoveryKey | PrivateKey;

/** What was found: key pairs that can be recovered, the names of those that have no copy, and those that cannot be recovered for another reason. */
export type RecoveryCheck = {
  readonly recoverable: number;
  readonly missing: readonly string[];
  readonly bad: readonly BadBucketKey[];
};

/** What was added: how many copies, and the pairs that cannot be encrypted for the recovery key. */
export type AddedCopies = { readonly added: number; readonly bad: readonly BadBucketKey[] };

const UNREADABLE_COPY = 'has a copy that the recovery key does not decrypt';

/** Which key pairs are encrypted for a recovery key. */
export async function checkRecoveryCopies(table: Table, wanted: WantedKey): Promise<RecoveryCheck> {
  const missing: string[] = [];
  const bad: BadBucketKey[] = [];
  let recoverable = 0;
  for await (const pairs of bucketKeyItems(table, undefined))
    for (const pair of pairs) {
      const state = 'problem' in pair ? pair : stateOf(pair, wanted);
      if (typeof state === 'object') bad.push(state);
      else if (state === 'missing' && 'place' in pair) missing.push(textOf(pair.place));
      else recoverable += 1;
    }
  return { recoverable, missing, bad };
}

/**
 * The private key of a pair, decrypted with the key of the operator; undefined if it is not encrypted for that key. Its problem if the copy is
 * damaged, or that of another pair.
 */
export function openCopy(
  { place, key }: StoredBucketKey,
  recoveryKey: PrivateKey,
): Buffer | BadBucketKey | undefined {
  try {
    const raw = openForRecovery(recoveryKey, place, key);
    if (raw !== undefined) requirePair(place, raw, key);
    return raw;
  } catch {
    return { name: textOf(place), problem: UNREADABLE_COPY };
  }
}

function stateOf(pair: StoredBucketKey, wanted: WantedKey): 'recoverable' | 'missing' | BadBucketKey {
  if ('publicRaw' in wanted) {
    const opened = openCopy(pair, wanted);
    if (opened === undefined) return 'missing';
    return Buffer.isBuffer(opened) ? 'recoverable' : opened;
  }
  const copy = pair.key.recoveryCopies[wanted.fingerprint];
  if (copy === undefined) return 'missing';
  const isWhole = Buffer.from(copy, 'base64url').length === OVERHEAD_BYTES + KEY_BYTES;
  return isWhole ? 'recoverable' : { name: textOf(pair.place), problem: UNREADABLE_COPY };
}

/**
 * Encrypts the private keys of all pairs for a recovery key that lack it, such as those that were created before the stage had this key, or
 * whose copy is unreadable. Decrypts each one with KMS. Writes nothing unless `apply` is true, and never changes a pair or the copy for
 * another key.
 */
export async function addRecoveryCopies(
  table: WritableTable,
  cipher: Pick<KmsCipher, 'decrypt'>,
  wanted: WantedKey,
  apply: boolean,
): Promise<AddedCopies> {
  const recoveryKey = 'publicRaw' in wanted ? recoveryKeyFor(wanted.publicRaw) : wanted;
  const bad: BadBucketKey[] = [];
  let added = 0;
  for await (const pairs of bucketKeyItems(table, undefined))
    for (const pair of pairs) {
      if ('problem' in pair) bad.push(pair);
      else if (stateOf(pair, wanted) !== 'recoverable') {
        const problem = apply ? await addCopy(table, cipher, recoveryKey, pair) : undefined;
        if (problem === undefined) added += 1;
        else bad.push({ name: textOf(pair.place), problem });
      }
    }
  return { added, bad };
}

/** What prevents it; undefined if the copy was written. */
async function addCopy(
  table: WritableTable,
  cipher: Pick<KmsCipher, 'decrypt'>,
  recoveryKey: RecoveryKey,
  { place, key }: StoredBucketKey,
): Promise<string | undefined> {
  const { fingerprint } = recoveryKey;
  const earlier = key.recoveryCopies[fingerprint];
  try {
    const raw = await cipher.decrypt(Buffer.from(key.wrappedKey, 'base64'), wrapContext(place));
    requirePair(place, raw, key);
    const copy = wrapForRecovery(recoveryKey, place, raw)[fingerprint];
    const unchanged =
      earlier === undefined
        ? 'attribute_not_exists(recoveryCopies.#fingerprint)'
        : 'recoveryCopies.#fingerprint = :earlier';
    const { written } = await tryWrite(
      table,
      updateItem(
        bucketKeyKey(place),
        {
          expression: 'SET recoveryCopies.#fingerprint = :copy',
          names: { '#fingerprint': fingerprint },
          values: { ':copy': copy },
        },
        {
          expression: `publicKey = :public AND ${unchanged}`,
          values: { ':public': key.publicKey, ...(earlier === undefined ? {} : { ':earlier': earlier }) },
        },
      ),
    );
    return written ? undefined : 'was changed meanwhile: repeat the command';
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return `cannot be decrypted by KMS: ${reasonOf(error)}`;
  }
}
