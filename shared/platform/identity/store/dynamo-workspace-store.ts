import type { WorkspaceReader, WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import type { ZoneRecompute } from '#shared/platform/identity/zone-recompute.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { putDirectory } from '#shared/platform/store/directory-writes.ts';
import { type Key, memberKey, workspaceKey } from '#shared/platform/store/keys.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  toLastChange,
  allOf,
  isNew,
  type Condition,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { movedCalendarWrite } from './calendar-items.ts';
import { toRecomputeAttributes } from './recompute-items.ts';
import {
  fromMemberItem,
  fromWorkspaceItem,
  isRemovedMember,
  toApiKeyItem,
  toEmailItems,
  toKeyPointerItem,
  toMemberItem,
  toWorkspaceItem,
} from './workspace-items.ts';

/** The reads of `createDynamoWorkspaceStore`, for operations that may not write. */
export function createDynamoWorkspaceReader(table: Table): WorkspaceReader {
  return {
    async find(workspaceId) {
      const item = await table.get(workspaceKey(workspaceId));
      return item && fromWorkspaceItem(item);
    },

    async findMember(workspaceId, memberId) {
      const item = await table.get(memberKey(workspaceId, memberId));
      return item && !isRemovedMember(item) ? fromMemberItem(item) : undefined;
    },
  };
}

/** Workspaces and members in the core table. */
export function createDynamoWorkspaceStore(table: WritableTable): WorkspaceStore {
  return {
    ...createDynamoWorkspaceReader(table),

    async create({ workspace, members, keys }, change) {
      const items: (Item & Key)[] = [
        { ...toWorkspaceItem(workspace), admins: members.filter(({ role }) => role === 'admin').length },
        ...members.flatMap((member) => [
          toMemberItem(
            member,
            keys.filter(({ memberId }) => memberId === member.id),
          ),
          ...toEmailItems(member),
        ]),
        ...keys.flatMap((key) => [toApiKeyItem(key), toKeyPointerItem(key)]),
      ];
      const lastChange = toLastChange(change);
      await commit(table, { change }, [
        ...items.map((item) => putItem({ ...item, lastChange }, isNew)),
        // The directory exists from the start, so that adding an endpoint is always an update of a map.
        ...putDirectory(workspace.id, { endpoints: {}, shards: {}, lastChange }, isNew),
      ]);
    },

    async update(before, after, { change }) {
      const requested = after.recompute === before.recompute ? null : after.recompute;
      const update = setAttributes({
        name: after.name,
        timezone: after.timezone,
        lastChange: toLastChange(change),
        ...(requested ? toRecomputeAttributes(before.id, requested) : {}),
      });
      const condition = allOf(settingsUnchanged(before), recomputeUnchanged(before));
      const write = updateItem(workspaceKey(before.id), update, condition);
      const isMoved = after.timezone !== before.timezone;
      const moved = isMoved ? [await movedCalendarWrite(table, before.id, change.at)] : [];
      await commit(table, { change }, [write, ...moved]);
    },

    async advanceRecompute(workspace, after) {
      if (workspace.recompute === null) return false;
      const update = setAttributes(toRecomputeAttributes(workspace.id, after));
      // Closes the races with a later change of the time zone, and with another run of the same message.
      const condition = allOf(recomputeUnchanged(workspace), stepUnchanged(workspace.recompute));
      return (await tryWrite(table, updateItem(workspaceKey(workspace.id), update, condition))).written;
    },
  };
}

function settingsUnchanged({ name, timezone }: Workspace): Condition {
  return {
    expression: '#name = :name_before AND #timezone = :zone_before',
    names: { '#name': 'name', '#timezone': 'timezone' },
    values: { ':name_before': name, ':zone_before': timezone },
  };
}

/** A new recomputation uses the next sequence number, which a concurrent step of the current one may already have used. */
function recomputeUnchanged({ recompute }: Workspace): Condition {
  const names = { '#recompute': 'recompute' };
  if (recompute === null) return { expression: 'attribute_not_exists(#recompute)', names };
  return {
    expression: '#recompute.#seq = :seq_before',
    names: { ...names, '#seq': 'dueSeq' },
    values: { ':seq_before': recompute.dueSeq },
  };
}

function stepUnchanged({ step }: ZoneRecompute): Condition {
  return {
    expression: '#recompute.#step = :step_before',
    names: { '#recompute': 'recompute', '#step': 'step' },
    values: { ':step_before': step },
  };
}
