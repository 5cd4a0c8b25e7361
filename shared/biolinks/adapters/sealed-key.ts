import type { SealedKeyReader, SealedKeyStore } from '#shared/biolinks/ports/sealed-key-store.ts';
import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

const KEY_BYTES = 32;
const CACHE_MS = 5 * MINUTE_MS;

/** A key of the platform that is stored encrypted. */
export type SealedKey = {
  /** The key, or undefined if none exists yet. */
  find(): Promise<Buffer | undefined>;
  /** The key; creates it on first use. */
  ensure(): Promise<Buffer>;
};

export type SealedKeyReaderDependencies = {
  readonly store: SealedKeyReader;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
};

export type SealedKeyDependencies = SealedKeyReaderDependencies & {
  readonly store: SealedKeyStore;
  readonly secrets: SecretBox;
  readonly randomBytes: (size: number) => Buffer;
};

/**
 * Reads and decrypts a key from the table and caches it for 5 minutes. Five minutes after the item is deleted, no function uses the old
 * key.
 */
export function createSealedKeyReader(
  deps: SealedKeyReaderDependencies,
  context: SealContext,
): Pick<SealedKey, 'find'> {
  const { find } = createCachedKey(deps, context);
  return { find };
}

/** The same, and creates the key if none exists. */
export function createSealedKey(deps: SealedKeyDependencies, context: SealContext): SealedKey {
  const { store, secrets, randomBytes } = deps;
  const { find, open } = createCachedKey(deps, context);
  return {
    find,
    async ensure() {
      const found = await find();
      if (found) return found;
      const sealed = await secrets.seal(randomBytes(KEY_BYTES).toString('base64'), context);
      return open(await store.createIfAbsent(sealed));
    },
  };
}

function createCachedKey({ store, secrets, clock }: SealedKeyReaderDependencies, context: SealContext) {
  let cached: { readonly key: Buffer; readonly until: number } | undefined;

  async function open(sealed: string): Promise<Buffer> {
    const key = Buffer.from(await secrets.open(sealed, context), 'base64');
    cached = { key, until: clock().getTime() + CACHE_MS };
    return key;
  }

  async function find(): Promise<Buffer | undefined> {
    if (cached && cached.until > clock().getTime()) return cached.key;
    const sealed = await store.find();
    return sealed === undefined ? undefined : open(sealed);
  }

  return { find, open };
}
