import type {
  AccessTokenKeyReader,
  AccessTokenKeyStore,
} from '#shared/biolinks/ports/access-token-key-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

const KEY_BYTES = 32;
const CACHE_MS = 5 * 60_000;
/** The platform has one key, so there is no workspace or subject to bind the ciphertext to. */
const CONTEXT = {
  purpose: 'page-access-token',
  workspace: 'platform',
  subject: 'page-access-token-key',
} as const;

/** The key that signs the access tokens of visitors. */
export type AccessTokenKey = {
  /** The key, or undefined if none exists yet; then no access token can be valid. */
  find(): Promise<Buffer | undefined>;
  /** The key; creates it on first use. */
  ensure(): Promise<Buffer>;
};

type ReaderDependencies = {
  readonly store: AccessTokenKeyReader;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
};

/**
 * Reads and decrypts the key from the table and caches it for 5 minutes. Five minutes after the item is deleted, no function
 * accepts tokens of the old key.
 */
export function createAccessTokenKeyReader(deps: ReaderDependencies): Pick<AccessTokenKey, 'find'> {
  const { find } = createCachedKey(deps);
  return { find };
}

/** The same, and creates the key if none exists. */
export function createAccessTokenKey(
  deps: ReaderDependencies & {
    readonly store: AccessTokenKeyStore;
    readonly secrets: SecretBox;
    readonly randomBytes: (size: number) => Buffer;
  },
): AccessTokenKey {
  const { store, secrets, randomBytes } = deps;
  const { find, open } = createCachedKey(deps);
  return {
    find,
    async ensure() {
      const found = await find();
      if (found) return found;
      const sealed = await secrets.seal(randomBytes(KEY_BYTES).toString('base64'), CONTEXT);
      return open(await store.createIfAbsent(sealed));
    },
  };
}

function createCachedKey({ store, secrets, clock }: ReaderDependencies) {
  let cached: { readonly key: Buffer; readonly until: number } | undefined;

  async function open(sealed: string): Promise<Buffer> {
    const key = Buffer.from(await secrets.open(sealed, CONTEXT), 'base64');
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
