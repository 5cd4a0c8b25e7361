import type { ManagedRecords } from '#shared/events/ports/managed-records.ts';
import type { RecordIdentity } from '#shared/events/records/external-record.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';

/** Managed records over a memory core. */
export function createMemoryManagedRecords(core: MemoryCore): ManagedRecords {
  return {
    async has(workspaceId, type, id) {
      return isManagedInMemory(core, { workspaceId, type, id });
    },
  };
}

/** Whether the platform manages a record. */
export function isManagedInMemory(core: MemoryCore, { workspaceId, type, id }: RecordIdentity): boolean {
  const place = withinWorkspace(workspaceId, id);
  switch (type) {
    case 'contact':
      return core.contacts.has(place);
    case 'conversation':
      return core.conversations.has(place);
    case 'message':
      return core.messages.has(place);
    case 'broadcast':
      return core.broadcasts.get(id)?.workspaceId === workspaceId;
    default:
      return false;
  }
}
