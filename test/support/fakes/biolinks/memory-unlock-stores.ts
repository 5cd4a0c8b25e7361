import { unlockWindow } from '#shared/biolinks/domain/unlock-window.ts';
import type { SealedKeyStore } from '#shared/biolinks/ports/sealed-key-store.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';
import type { VisitorSaltEraser, VisitorSaltStore } from '#shared/biolinks/ports/visitor-salt-store.ts';

export function createMemoryUnlockAttempts(): UnlockAttempts {
  const counts = new Map<string, number>();
  return {
    async count(counter, limit, now, length) {
      const key = `${counter}/${unlockWindow(now, length).number}`;
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

export function createMemoryAccessTokenKeyStore(): SealedKeyStore {
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

export function createMemoryVisitorSalts(): VisitorSaltStore & VisitorSaltEraser {
  const salts = new Map<string, SealedKeyStore>();
  return {
    of(day) {
      const salt = salts.get(day) ?? createMemoryAccessTokenKeyStore();
      salts.set(day, salt);
      return salt;
    },
    async deleteBefore(day) {
      let deleted = 0;
      for (const [of, salt] of salts) {
        if (of >= day) continue;
        if ((await salt.find()) !== undefined) deleted += 1;
        salts.delete(of);
      }
      return deleted;
    },
  };
}
