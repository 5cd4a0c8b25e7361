import { unlockWindow } from '#shared/biolinks/domain/unlock-window.ts';
import type { AccessTokenKeyStore } from '#shared/biolinks/ports/access-token-key-store.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';

export function createMemoryUnlockAttempts(): UnlockAttempts {
  const counts = new Map<string, number>();
  return {
    async count(counter, limit, now) {
      const key = `${counter}/${unlockWindow(now).number}`;
      const made = counts.get(key) ?? 0;
      if (made >= limit) return undefined;
      counts.set(key, made + 1);
      return made + 1;
    },

    async uncount(counter, now) {
      const key = `${counter}/${unlockWindow(now).number}`;
      counts.set(key, Math.max((counts.get(key) ?? 0) - 1, 0));
    },
  };
}

export function createMemoryAccessTokenKeyStore(): AccessTokenKeyStore {
  let kept: string | undefined;
  return {
    async find() {
      return kept;
    },
    async createIfAbsent(sealed) {
      kept ??= sealed;
      return kept;
    },
  };
}
