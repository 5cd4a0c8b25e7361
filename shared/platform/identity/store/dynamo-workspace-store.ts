import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { directoryKey, memberKey, workspaceKey } from '#shared/platform/store/keys.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { updateOf } from '#shared/platform/store/update-expression.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { toRecomputeAttributes } from './recompute-items.ts';
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
      const asked = after.recompute === before.recompute ? null : after.recompute;
      const { set, remove, names, values } = updateOf(
        {},
        {
          name: after.name,
          timezone: after.timezone,
          last_change: toLastChange(change),
          // Items written before the audit log existed get the attributes it needs with their next update.
          resource: 'workspace' satisfies AuditedResource,
          workspace_id: before.id,
          ...(asked ? toRecomputeAttributes(before.id, asked) : {}),
        },
      );
      const write: Write = {
        kind: 'update',
        table: table.name,
        key: workspaceKey(before.id),
        set: `SET ${set}${remove}`,
        names: { ...names, '#recompute': 'recompute', ...(before.recompute ? { '#seq': 'seq' } : {}) },
        values: {
          ...values,
          ':name_before': before.name,
          ':zone_before': before.timezone,
          ':seq_before': before.recompute?.dueSeq,
        },
        condition: {
          when: `#name = :name_before AND #timezone = :zone_before AND ${sameSeq(before)}`,
          onFailure: () => new ConcurrentUpdateError(),
        },
      };
      await commit(table.client, [write], change.nonce);
    },

    async advanceRecompute({ id, recompute }, after) {
      if (recompute === null) return false;
      const { set, remove, names, values } = updateOf({}, toRecomputeAttributes(id, after));
      const write = {
        kind: 'update',
        key: workspaceKey(id),
        set: `SET ${set}${remove}`,
        names: { ...names, '#seq': 'seq', '#step': 'step' },
        values: { ...values, ':seq_before': recompute.dueSeq, ':step_before': recompute.step },
      } as const;
      // Prevents races with a later change of the time zone and with another run of the same message.
      const when = '#recompute.#seq = :seq_before AND #recompute.#step = :step_before';
      return (await conditionalWrite(table, write, when)).written;
    },
  };
}

/** A new plan takes the next `seq`, which a concurrent step of the recompute may already have taken. */
function sameSeq({ recompute }: Workspace): string {
  return recompute === null ? 'attribute_not_exists(#recompute)' : '#recompute.#seq = :seq_before';
}

function create(table: string, item: Item & Key): Write {
  return {
    kind: 'put',
    table,
    item,
    condition: { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() },
  };
}
