import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { comparedMailAddress } from '#shared/platform/core/text.ts';
import {
  CONFIRMATION_PAUSE_MS,
  confirmationLimitReached,
  DAILY_CONFIRMATIONS,
} from '#shared/webhooks/domain/confirmation-limit.ts';
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

  function requestMail(
    { id, workspaceId, destination }: NotificationTarget,
    { change }: CommandContext,
  ): void {
    if (destination.kind !== 'email' || destination.confirmation === null) return;
    const at = change.at.getTime();
    const address = comparedMailAddress(destination.email);
    const day = `${workspaceId} ${change.at.toISOString().slice(0, 10)}`;
    if ((core.confirmationLimits.get(address) ?? 0) > at) throw confirmationLimitReached('address');
    const used = core.confirmationLimits.get(day) ?? 0;
    if (used >= DAILY_CONFIRMATIONS) throw confirmationLimitReached('workspace');
    core.confirmationLimits.set(address, at + CONFIRMATION_PAUSE_MS).set(day, used + 1);
    const notificationId = destination.confirmation.id;
    core.requestedTests.set(notificationId, {
      observed: 'confirmation_requested',
      workspaceId,
      at,
      targetId: id,
      notificationId,
    });
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
        requestMail(target, context);
        stored.set(keyOf(target), target);
      });
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        stored.set(keyOf(after), after);
      });
    },

    async requestConfirmation(before, after, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        requestMail(after, context);
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
