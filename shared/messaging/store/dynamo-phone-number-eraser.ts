import * as v from 'valibot';
import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { deleteOwned, inGroups, keyRow } from '#shared/platform/store/owned-items.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { phoneNumberKey, verifiedNumberKey } from './keys.ts';

const numberItem = v.object({ platform: v.string(), phone: v.string() });

/** Releases the phone numbers of a workspace, so that it receives nothing and others can verify them. */
export function createDynamoPhoneNumberEraser(core: WritableTable): Erasable<ErasedWorkspace> {
  return {
    async erase({ workspaceId }) {
      const { pk: partition } = phoneNumberKey(workspaceId, '');
      for await (const rows of partitionPages(core, { partition, consistent: true }))
        await inGroups(rows, async (row) => {
          const number = v.safeParse(numberItem, row);
          if (number.success) {
            const { platform, phone } = number.output;
            await deleteOwned(core, verifiedNumberKey(platform, phone), workspaceId);
          }
          await deleteOwned(core, parseItem(keyRow, row), workspaceId);
        });
      return true;
    },
  };
}
