import type { EndpointShards } from '#shared/webhooks/ports/endpoint-shards.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** The shards of the endpoints of a memory core. */
export function createMemoryEndpointShards(core: MemoryCore): EndpointShards {
  return {
    async grow({ workspaceId, endpointId, shards: before }, shards) {
      const endpoint = core.endpoints.get(endpointId);
      const target = core.targets.get(endpointId);
      const directory = core.directories.get(workspaceId);
      const entry = directory?.get(endpointId);
      if (endpoint?.shards !== before || !target || !entry) return false;
      core.endpoints.set(endpointId, { ...endpoint, shards });
      core.targets.set(endpointId, { ...target, shards });
      directory?.set(endpointId, { ...entry, shards });
      return true;
    },
  };
}
