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
  isRemovedMember,
  toApiKeyItem,
  toEmailItem,
  toKeyPointerItem,
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
      return item && !isRemovedMember(item) ? fromMemberItem(item) : undefined;
    },

    async create({ workspace, members, keys }, change) {
      const items: (Item & Key)[] = [
        { ...toWorkspaceItem(workspace), admins: members.filter(({ role }) => role === 'admin').length },
        // The directory exists from the start, so that adding an endpoint is always an update of a map.
        { ...directoryKey(workspace.id), endpoints: {} },
        ...members.flatMap((member) => [
          toMemberItem(
            member,
            keys.filter(({ memberId }) => memberId === member.id),
          ),
          toEmailItem(member),
        ]),
        ...keys.flatMap((key) => [toApiKeyItem(key), toKeyPointerItem(key)]),
      ];
      const writes = items.map((item) => create(table.name, { ...item, last_change: toLastChange(change) }));
      await commit(table.client, writes, change.nonce);
    },

    async update(before, after, { change }) {
      const write: Write = {
        kind: 'update',
        table: table.name,
        key: workspaceKey(before.id),
        set: 'SET #name = :name, #zone = :zone, last_change = :change',
        names: { '#name': 'name', '#zone': 'timezone' },
        values: {
          ':name': after.name,
          ':zone': after.timezone,
          ':name_before': before.name,
          ':zone_before': before.timezone,
          ':change': toLastChange(change),
        },
        condition: {
          when: '#name = :name_before AND #zone = :zone_before',
          refuse: () => new ConcurrentUpdateError(),
        },
      };
      await commit(table.client, [write], change.nonce);
    },
  };
}

function create(table: string, item: Item & Key): Write {
  return {
    kind: 'put',
    table,
    item,
    condition: { when: 'attribute_not_exists(pk)', refuse: () => new ConcurrentUpdateError() },
  };
}
