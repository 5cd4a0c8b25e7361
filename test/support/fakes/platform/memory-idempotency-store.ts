import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import { commitInMemory, type MemoryCore } from './memory-core.ts';

/** Idempotency records over a memory core. */
export function createMemoryIdempotencyStore(core: MemoryCore): IdempotencyStore {
  return {
    async find(id, now) {
      const answer = core.responses.get(id);
      return answer && answer.expiresAt > now ? answer : undefined;
    },

    async remember(answer, change) {
      commitInMemory(core, { change, idempotencyRecord: answer }, () => undefined);
    },
  };
}
