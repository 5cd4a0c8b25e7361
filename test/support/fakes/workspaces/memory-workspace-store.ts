import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { runningNow } from '#shared/platform/identity/calendar.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Workspaces over a memory core. */
export function createMemoryWorkspaceStore(core: MemoryCore): WorkspaceStore {
  return {
    async find(workspaceId) {
      return core.workspaces.get(workspaceId);
    },

    async findMember(workspaceId, memberId) {
      return core.members.get(withinWorkspace(workspaceId, memberId));
    },

    async create({ workspace, members, keys }, change) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        const known =
          core.workspaces.has(workspace.id) ||
          members.some((member) => core.members.has(withinWorkspace(member.workspaceId, member.id))) ||
          keys.some((key) => core.apiKeys.has(key.hash));
        if (known) throw new ConcurrentUpdateError();
        core.workspaces.set(workspace.id, workspace);
        core.directories.set(workspace.id, new Map());
        for (const member of members)
          core.members.set(withinWorkspace(member.workspaceId, member.id), member);
        for (const key of keys) core.apiKeys.set(key.hash, key);
      });
    },

    async update(before, after, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        const stored = core.workspaces.get(before.id);
        const isSame =
          stored?.name === before.name &&
          stored.timezone === before.timezone &&
          stored.recompute?.dueSeq === before.recompute?.dueSeq;
        if (!isSame) throw new ConcurrentUpdateError();
        const { name, timezone } = after;
        const recompute = after.recompute === before.recompute ? stored.recompute : after.recompute;
        core.workspaces.set(before.id, { ...stored, name, timezone, recompute });
        const calendar = core.calendars.get(before.id);
        if (calendar && timezone !== before.timezone)
          core.calendars.set(before.id, runningNow(calendar, change.at));
      });
    },

    async advanceRecompute({ id, recompute: before }, recompute) {
      const stored = core.workspaces.get(id);
      const found = stored?.recompute;
      if (!stored || !found || !before) return false;
      if (found.dueSeq !== before.dueSeq || found.step !== before.step) return false;
      core.workspaces.set(id, { ...stored, recompute });
      return true;
    },
  };
}
