import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { numberedStore } from '#test/support/fakes/platform/memory-numbered.ts';

/** Tags over a memory core. */
export function createMemoryTagStore(core: MemoryCore): TagStore {
  return numberedStore(core, 'T', core.tags, 'tags');
}
