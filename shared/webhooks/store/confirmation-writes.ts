import { createHash } from 'node:crypto';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { DISPATCH_FILTER } from '#shared/platform/core/stream-filters.ts';
import { comparedMailAddress } from '#shared/platform/core/text.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import { isNew, putItem, toLastChange, updateItem, type Write } from '#shared/platform/store/write.ts';
import {
  CONFIRMATION_PAUSE_MS,
  confirmationLimitReached,
  DAILY_CONFIRMATIONS,
} from '#shared/webhooks/domain/confirmation-limit.ts';
import { isMailTarget } from '#shared/webhooks/domain/mail-consent.ts';
import type { Observation } from '#shared/webhooks/domain/notification-message.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { notificationRequestKey, confirmationLimitKey } from './keys.ts';

/** How long a request remains: longer than the stream keeps its record. */
const REQUEST_TTL_MS = 2 * DAY_MS;

type Job = Extract<Observation, { observed: 'test_requested' | 'confirmation_requested' }>;

/** The item that the stream turns into a message of the notification queue. */
export function notificationRequestWrite(job: Job, { change }: Pick<CommandContext, 'change'>): Write {
  const request = {
    ...notificationRequestKey(job.notificationId),
    [DISPATCH_FILTER.kindAttribute]: 'notification',
    resource: 'notification_target' satisfies AuditedResource,
    id: job.targetId,
    workspaceId: job.workspaceId,
    job,
    ttl: ttlOf(new Date(change.at.getTime() + REQUEST_TTL_MS)),
    lastChange: toLastChange(change),
  };
  return putItem(request, isNew);
}

/** The writes that request the mail of the confirmation that a target waits for, within the limits of such mails; none for other targets. */
export function confirmationWrites(
  target: NotificationTarget,
  context: Pick<CommandContext, 'change'>,
): Write[] {
  const { workspaceId, id: targetId } = target;
  const confirmation = isMailTarget(target) ? target.destination.confirmation : null;
  if (!isMailTarget(target) || confirmation === null) return [];
  const { at } = context.change;
  const ttl = ttlOf(new Date(at.getTime() + REQUEST_TTL_MS));
  const pause = updateItem(
    confirmationLimitKey(`A-${addressHash(target.destination.email)}`, 'HOUR'),
    {
      expression: 'SET pausedUntil = :until, #ttl = :ttl',
      names: { '#ttl': 'ttl' },
      values: { ':until': at.getTime() + CONFIRMATION_PAUSE_MS, ':ttl': ttl },
    },
    {
      expression: 'attribute_not_exists(pausedUntil) OR pausedUntil <= :now',
      values: { ':now': at.getTime() },
      onFailure: () => confirmationLimitReached('address'),
    },
  );
  const day = updateItem(
    confirmationLimitKey(`W-${workspaceId}`, at.toISOString().slice(0, 'yyyy-mm-dd'.length)),
    {
      expression: 'ADD used :one SET #ttl = :ttl',
      names: { '#ttl': 'ttl' },
      values: { ':one': 1, ':ttl': ttl },
    },
    {
      expression: 'attribute_not_exists(used) OR used < :limit',
      values: { ':limit': DAILY_CONFIRMATIONS },
      onFailure: () => confirmationLimitReached('workspace'),
    },
  );
  const job = {
    observed: 'confirmation_requested',
    workspaceId,
    at: at.getTime(),
    targetId,
    notificationId: confirmation.id,
  } as const;
  return [notificationRequestWrite(job, context), pause, day];
}

/** Keys contain no address. The limit is shared by all workspaces, so the hash has no key of a workspace. */
function addressHash(email: string): string {
  return createHash('sha256').update(comparedMailAddress(email)).digest('base64url');
}
