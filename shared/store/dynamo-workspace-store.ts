import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import { ConcurrentUpdateError } from '#shared/domain/errors.ts';
import { toLastChange } from './command-items.ts';
import { commit } from './commit.ts';
import { directoryKey, memberKey, workspaceKey } from './keys.ts';
import type { Item, Table } from './table.ts';
import type { Key } from './keys.ts';
import type { Write } from './write.ts';
import {
  fromMemberItem,
  fromWorkspaceItem,
  toApiKeyItem,
  toKeyMetadataItem,
  toMemberItem,
  toWorkspaceItem,
} from './workspace-items.ts';

/** Workspaces and members in the core table. */
export function createDynamoWorkspaceStore(table: Table): WorkspaceStore {
  return {
    async find(workspaceId) {
      const item = await table.get(workspaceKey(workspaceId));
      return item && fromWorkspaceItem(item);
    },

    async findMember(workspaceId, memberId) {
      const item = await table.get(memberKey(workspaceId, memberId));
      return item && fromMemberItem(item);
    },

    async create({ workspace, members, keys }, change) {
      const items: (Item & Key)[] = [
        toWorkspaceItem(workspace),
        // The directory exists from the start, so that adding an endpoint is always an update of a map.
        { ...directoryKey(workspace.id), endpoints: {} },
        ...members.map(toMemberItem),
        ...keys.flatMap((key) => [toApiKeyItem(key), toKeyMetadataItem(key)]),
      ];
      await commit(
        table,
        items.map((item) => create({ ...item, last_change: toLastChange(change) })),
        change.nonce,
      );
    },
  };
}

function create(item: Item & Key): Write {
  return {
    kind: 'put',
    item,
    condition: { when: 'attribute_not_exists(pk)', refuse: () => new ConcurrentUpdateError() },
  };
}
