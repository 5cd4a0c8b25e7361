import type { SigningKeyReader } from '#shared/webhooks/ports/signing-key-reader.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Key pairs of the delivery targets of a memory core. */
export function createMemorySigningKeyReader(core: MemoryCore): SigningKeyReader {
  return {
    async findKeys(endpointId) {
      return core.targets.get(endpointId)?.signingKeys ?? undefined;
    },
  };
}
