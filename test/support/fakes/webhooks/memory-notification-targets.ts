import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Notification targets over a memory core. */
export function createMemoryNotificationTargets(core: MemoryCore): NotificationTargets {
  const { notificationTargets: stored } = core;

  function requireUnchanged(before: NotificationTarget): void {
    if (stored.get(keyOf(before))?.revision !== before.revision) throw new ConcurrentUpdateError();
  }

  return {
    async list(workspaceId) {
      return [...stored.values()]
        .filter((target) => target.workspaceId === workspaceId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },

    async find(workspaceId, targetId) {
      return stored.get(withinWorkspace(workspaceId, targetId));
    },

    async create(target, context) {
      commitInMemory(core, context, () => {
        if (stored.has(keyOf(target))) throw new ConcurrentUpdateError();
        takeQuota(core, 'notification-targets', target.workspaceId);
        stored.set(keyOf(target), target);
      });
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        stored.set(keyOf(after), after);
      });
    },

    async remove(target, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(target);
        stored.delete(keyOf(target));
        releaseQuota(core, 'notification-targets', target.workspaceId);
      });
    },

    async requestTest(target, notificationId, context) {
      commitInMemory(core, context, () => {
        if (!stored.has(keyOf(target))) throw new ConcurrentUpdateError();
        core.requestedTests.set(notificationId, {
          observed: 'test_requested',
          workspaceId: target.workspaceId,
          at: context.change.at.getTime(),
          targetId: target.id,
          notificationId,
        });
      });
    },
  };
}

function keyOf({ workspaceId, id }: NotificationTarget): string {
  return withinWorkspace(workspaceId, id);
}
