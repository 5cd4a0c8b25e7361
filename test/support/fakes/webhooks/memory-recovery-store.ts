import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { RECOVERY_BLOCKS_MS, type Recovery, recoveryRunning } from '#shared/webhooks/domain/recovery.ts';
import type { RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';
import { commitInMemory, type MemoryCore, withinEndpoint } from '#test/support/fakes/platform/memory-core.ts';

/** Recoveries over a memory core. */
export function createMemoryRecoveryStore(core: MemoryCore): RecoveryStore {
  function requireKnown({ endpointId, id }: Recovery): Recovery {
    const found = core.recoveries.get(withinEndpoint(endpointId, id));
    if (!found) throw new ConcurrentUpdateError();
    return found;
  }

  function put(recovery: Recovery): void {
    core.recoveries.set(withinEndpoint(recovery.endpointId, recovery.id), recovery);
  }

  return {
    async create(recovery, context) {
      commitInMemory(core, context, () => {
        const since = recovery.createdAt.getTime() - RECOVERY_BLOCKS_MS;
        const running = [...core.recoveries.values()].find(
          ({ endpointId, state, createdAt }) =>
            endpointId === recovery.endpointId && state === 'running' && createdAt.getTime() > since,
        );
        if (running) throw recoveryRunning(running.id);
        put(recovery);
      });
    },

    async find(endpointId, recoveryId) {
      return core.recoveries.get(withinEndpoint(endpointId, recoveryId));
    },

    async advance(recovery, { cursor, resent }) {
      const found = requireKnown(recovery);
      if (found.cursor !== recovery.cursor) throw new ConcurrentUpdateError();
      const advanced = { ...found, cursor, resent: found.resent + resent };
      put(advanced);
      return advanced;
    },

    async finish(recovery, reason, now) {
      const found = requireKnown(recovery);
      const state = reason === null ? 'completed' : 'stopped';
      if (found.state === 'running') put({ ...found, state, reason, finishedAt: now });
    },
  };
}
