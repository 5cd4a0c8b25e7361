import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { rotationNoticeAt } from '#shared/webhooks/domain/rotate-secret.ts';
import type { RotationNotices, SecretRotations } from '#shared/webhooks/ports/secret-rotations.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Rotations over a memory core. */
export function createMemorySecretRotations(core: MemoryCore): SecretRotations {
  return {
    async saveSecrets(before, after, context) {
      commitInMemory(core, context, () => {
        const { id, workspaceId, secrets, signingKeys } = after;
        const found = core.endpoints.get(id);
        const target = core.targets.get(id);
        if (!target || found?.revision !== before.revision || found.shards !== before.shards)
          throw new ConcurrentUpdateError();
        core.endpoints.set(id, after);
        core.targets.set(id, { ...target, secrets, signingKeys });
        const at = rotationNoticeAt(secrets);
        if (at) core.rotationNotices.set(id, { workspaceId, endpointId: id, at });
      });
    },
  };
}

/** Planned notices over a memory core, with the view of the sweep. */
export function createMemoryRotationNotices(core: MemoryCore): RotationNotices {
  return {
    async *readDue(before) {
      yield [...core.rotationNotices.values()]
        .filter(({ at }) => at < before)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime());
    },

    async finish({ endpointId, at }) {
      const found = core.rotationNotices.get(endpointId);
      if (found?.at.getTime() === at.getTime()) core.rotationNotices.delete(endpointId);
    },
  };
}
