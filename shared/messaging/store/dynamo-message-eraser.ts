import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { conversationKey } from '#shared/events/store/keys.ts';
import { deleteListed, deleteOwned, forEachListed } from '#shared/platform/store/owned-items.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { conversationPartition, messagePartition } from './keys.ts';

/** Deletes messages before their conversation: once it is gone, nothing but a scan leads to them. No active key can add any. */
export function createDynamoMessageEraser(core: WritableTable): Erasable<ErasedWorkspace> {
  return {
    async erase({ workspaceId }, hasTime) {
      const prefix = conversationKey(workspaceId, '').pk;
      let isDone = true;
      const all = await forEachListed(
        core,
        conversationPartition(workspaceId),
        async (key) => {
          const messages = messagePartition(workspaceId, key.pk.slice(prefix.length));
          if (await deleteListed(core, [messages], workspaceId, hasTime))
            await deleteOwned(core, key, workspaceId);
          else isDone = false;
        },
        hasTime,
      );
      return all && isDone;
    },
  };
}
