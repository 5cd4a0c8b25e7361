import type { AccessTokenKeyStore } from '#shared/biolinks/ports/visit-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

const KEY_BYTES = 32;
const CACHE_MS = 5 * 60_000;
/** One key for the platform: the context has nothing else to bind it to. */
const CONTEXT = { purpose: 'page-pass', workspace: 'platform', subject: 'pass-key' } as const;

/** The key by which visitors' passes are signed. */
export type AccessTokenKey = {
  /** The key, if there is one: without one nobody has a pass. */
  find(): Promise<Buffer | undefined>;
  /** The key, made when it is needed for the first time. */
  ensure(): Promise<Buffer>;
};

/** The key from the table, opened and kept for 5 minutes: then a key that was deleted is gone everywhere. */
export function createAccessTokenKey(deps: {
  readonly store: AccessTokenKeyStore;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
}): AccessTokenKey {
  const { store, secrets, clock, randomBytes } = deps;
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

  return {
    find,
    async ensure() {
      const found = await find();
      if (found) return found;
      const sealed = await secrets.seal(randomBytes(KEY_BYTES).toString('base64'), CONTEXT);
      return open(await store.keep(sealed));
    },
  };
}
