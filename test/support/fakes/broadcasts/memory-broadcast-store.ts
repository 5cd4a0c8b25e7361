import { newControl } from '#shared/broadcasts/domain/broadcast-control.ts';
import { editBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { isWaiting, newRun, wokenRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Broadcasts over a memory core. */
export function createMemoryBroadcastStore(core: MemoryCore): BroadcastStore {
  const { broadcasts } = core;
  const heldUntil = new Map<string, Date>();

  function requireUnchanged({ id, revision }: Broadcast): void {
    if (broadcasts.get(id)?.revision !== revision) throw new ConcurrentUpdateError();
  }

  function find(workspaceId: string, id: string): Broadcast | undefined {
    const broadcast = broadcasts.get(id);
    return broadcast?.workspaceId === workspaceId ? structuredClone(broadcast) : undefined;
  }

  function moveRun(before: Broadcast, after: Broadcast): void {
    const { sending, id, state, updatedAt } = after;
    if (sending === null || before.state === state) return;
    const found = core.broadcastRuns.get(id);
    if (state === 'in_flight')
      core.broadcastRuns.set(id, {
        run: newRun(after, updatedAt),
        control: newControl({ ...after, sending }),
      });
    else if (found) {
      const run = isWaiting(found.run, updatedAt) ? wokenRun(found.run, updatedAt) : found.run;
      core.broadcastRuns.set(id, { run, control: { ...found.control, isStopped: true } });
    }
  }

  return {
    async create(broadcast, context) {
      commitInMemory(core, context, () => {
        if (broadcasts.has(broadcast.id)) throw new ConcurrentUpdateError();
        takeQuota(core, 'broadcasts', broadcast.workspaceId);
        broadcasts.set(broadcast.id, structuredClone(broadcast));
      });
    },

    async find(workspaceId, broadcastId) {
      return find(workspaceId, broadcastId);
    },

    async list(workspaceId, { state, order, limit, after }) {
      const sign = order === 'asc' ? 1 : -1;
      return [...broadcasts.values()]
        .filter((each) => each.workspaceId === workspaceId)
        .filter((each) => state === undefined || each.state === state)
        .filter(({ id }) => after === undefined || (order === 'asc' ? id > after : id < after))
        .toSorted((a, b) => (a.id < b.id ? -sign : sign))
        .slice(0, limit);
    },

    async edit({ workspaceId, id }, edit, { states, revisions, isExternal }, { change }) {
      const before = find(workspaceId, id);
      if (core.nonces.has(change.nonce)) return { written: true, broadcast: before };
      if (!before || !states.includes(before.state)) return { written: false, broadcast: before };
      if (isExternal === true && before.sender !== 'external') return { written: false, broadcast: before };
      if (revisions && !revisions.includes(String(before.revision)))
        return { written: false, broadcast: before };
      if ((heldUntil.get(id) ?? change.at) > change.at) throw new ConcurrentUpdateError();
      const { requiresApproval, ...content } = edit;
      const isContent = Object.values({ ...content, ...content.message }).some(
        (value) => typeof value === 'string' || value === null,
      );
      // The guard alone decides about states; where content is sent, the content must change.
      const editable: Broadcast = { ...before, state: 'draft' };
      const changes = editBroadcast(editable, isContent ? content : { requiresApproval }, change.at);
      const edited = changes && editBroadcast(editable, edit, change.at);
      const after = edited && { ...edited, state: before.state };
      if (!after) return { written: false, broadcast: before };
      broadcasts.set(id, structuredClone(after));
      core.nonces.add(change.nonce);
      return { written: true, broadcast: after };
    },

    async holdEdits({ id }, until) {
      heldUntil.set(id, until);
    },

    async save(before, after, context, event) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        broadcasts.set(after.id, structuredClone(after));
        moveRun(before, after);
        if (event) core.events.set(event.id, event);
      });
    },

    async savePause(before, after, state, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        const found = core.broadcastRuns.get(before.id);
        const { pausedAt } = state.before.control;
        if (!found || (pausedAt === null && found.control.pausedAt !== null))
          throw new ConcurrentUpdateError();
        const isResumed = pausedAt !== null;
        if (isResumed && found.run.step !== state.before.run.step) throw new ConcurrentUpdateError();
        const { pausedAt: at, pausedReason, budget } = state.after.control;
        broadcasts.set(after.id, structuredClone(after));
        core.broadcastRuns.set(after.id, {
          run: structuredClone(isResumed ? state.after.run : found.run),
          control: { ...found.control, pausedAt: at, pausedReason, budget },
        });
      });
    },

    async remove(broadcast, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(broadcast);
        broadcasts.delete(broadcast.id);
        core.broadcastRuns.delete(broadcast.id);
        core.broadcastEstimates.delete(broadcast.id);
        releaseQuota(core, 'broadcasts', broadcast.workspaceId);
      });
    },
  };
}
