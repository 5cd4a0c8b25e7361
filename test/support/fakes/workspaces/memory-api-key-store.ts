import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** API keys over a memory core. */
export function createMemoryApiKeyStore(core: MemoryCore): ApiKeyStore {
  return {
    async findByHash(hash) {
      return core.apiKeys.get(hash);
    },

    async recordKeyUse({ hash }, now) {
      const key = core.apiKeys.get(hash);
      const isRecent = key?.lastUsedAt && key.lastUsedAt.getTime() > now.getTime() - HOUR_MS;
      if (key && !isRecent) core.apiKeys.set(hash, { ...key, lastUsedAt: now });
    },
  };
}
