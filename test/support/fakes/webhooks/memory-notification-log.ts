import { COUNTING_MS, type Notification, QUIET_MS } from '#shared/webhooks/domain/notification.ts';
import type { DueNotifications, NotificationLog } from '#shared/webhooks/ports/notification-log.ts';

type Limit = { quietUntil: Date; occurrence: string };
type Count = { readonly since: Date; readonly deliveries: Set<string> };

/** The log of notifications in memory, with the view of the sweep. */
export function createMemoryNotificationLog(): NotificationLog & DueNotifications {
  const stored = new Map<string, Notification>();
  /** When the sweep checks a notification, if it is not when the attempt is due. */
  const checks = new Map<string, Date>();
  const limits = new Map<string, Limit>();
  const counts = new Map<string, Count>();

  function put(notification: Notification): void {
    stored.set(notification.id, notification);
    checks.delete(notification.id);
  }

  function checkAt({ id, nextAttemptAt }: Notification): Date | null {
    return nextAttemptAt && (checks.get(id) ?? nextAttemptAt);
  }

  return {
    async list(workspaceId, { limit, after }) {
      return [...stored.values()]
        .filter((one) => one.workspaceId === workspaceId && (after === undefined || one.id < after))
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },

    async record(notification, occurrence) {
      const { endpointId, cause, targetId, createdAt } = notification;
      if (stored.has(notification.id)) return false;
      if (endpointId !== null) {
        const place = [endpointId, cause, targetId].join();
        const limit = limits.get(place);
        if (limit && (limit.quietUntil > createdAt || limit.occurrence === occurrence)) return false;
        limits.set(place, { quietUntil: new Date(createdAt.getTime() + QUIET_MS), occurrence });
        counts.delete(place);
      }
      put(notification);
      return true;
    },

    async countExhausted({ targetId, endpointId }, deliveryId, enough, now) {
      const place = [endpointId, 'attempts_exhausted', targetId].join();
      const found = counts.get(place);
      const isOver = found && now.getTime() - found.since.getTime() >= COUNTING_MS;
      const count = found && !isOver ? found : { since: now, deliveries: new Set<string>() };
      if (count.deliveries.size < enough) count.deliveries.add(deliveryId);
      counts.set(place, count);
      return count.deliveries.size;
    },

    async claim(workspaceId, id, now, until) {
      const found = stored.get(id);
      if (found?.workspaceId !== workspaceId || !found.nextAttemptAt || found.nextAttemptAt > now)
        return undefined;
      const claimed = { ...found, nextAttemptAt: until };
      put(claimed);
      return claimed;
    },

    async finishAttempt({ id, attempts }, progress) {
      const found = stored.get(id);
      if (found?.state !== 'pending' || found.attempts !== attempts) return;
      put({ ...found, ...progress, attempts: progress.outcome === null ? attempts : attempts + 1 });
    },

    async *readDue(before) {
      yield [...stored.values()]
        .flatMap((one) => {
          const at = checkAt(one);
          return at && at < before
            ? [{ workspaceId: one.workspaceId, id: one.id, indexKey: at.toISOString() }]
            : [];
        })
        .toSorted((a, b) => (a.indexKey + a.id < b.indexKey + b.id ? -1 : 1));
    },

    async postpone({ id, indexKey }, until) {
      const found = stored.get(id);
      if (!found || checkAt(found)?.toISOString() !== indexKey) return false;
      checks.set(id, until);
      return true;
    },
  };
}
