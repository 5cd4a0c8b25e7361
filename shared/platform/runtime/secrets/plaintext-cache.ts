import { createHash } from 'node:crypto';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { createSharedCache } from './shared-cache.ts';

const LIFETIME_MS = 5 * MINUTE_MS;
const ENTRIES = 10_000;

/**
 * Decrypts with `decrypt` and caches plaintexts for 5 minutes by the hash of the ciphertext and its context, so that a rotated secret is
 * never read from the cache.
 */
export function cachedOpen(
  clock: Clock,
  decrypt: (sealed: string, context: SealContext) => Promise<string>,
): (sealed: string, context: SealContext) => Promise<string> {
  const opened = createSharedCache<string>({ clock, lifetimeMs: () => LIFETIME_MS, entries: ENTRIES });
  return (sealed, context) => opened.get(cacheKeyOf(sealed, context), () => decrypt(sealed, context));
}

function cacheKeyOf(sealed: string, context: SealContext): string {
  return createHash('sha256')
    .update(JSON.stringify([context, sealed]))
    .digest('base64');
}
