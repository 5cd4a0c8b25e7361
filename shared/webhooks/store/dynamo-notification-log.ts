import * as v from 'valibot';
import { instant, maybe, orError, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { type Condition, isNew, putItem, updateItem } from '#shared/platform/store/write.ts';
import { COUNTING_MS, type Notification, QUIET_MS } from '#shared/webhooks/domain/notification.ts';
import type {
  DueNotification,
  DueNotifications,
  NotificationLog,
  NotificationReader,
} from '#shared/webhooks/ports/notification-log.ts';
import { dueNotificationsPartition, notificationKey, notificationLimitKey } from './keys.ts';
import {
  dueSortKey,
  fromNotificationItem,
  toNotificationItem,
  toProgressAttributes,
} from './notification-items.ts';

const [, BY_DUE] = DELIVERY_TABLE.indexes;

/** Greater than every id, and every time. */
const LAST = 'g';

/** How long an item with a limit and a count is kept: the limit is needed for an hour, the count for a day. */
const LIMIT_TTL_MS = 2 * COUNTING_MS;

const limitItem = v.object({
  quietUntil: maybe(instant),
  occurrence: maybe(v.string()),
  since: maybe(instant),
  deliveries: v.optional(v.set(v.string()), new Set<string>()),
});

const dueItem = v.object({
  pk: v.pipe(v.string(), v.regex(/^N#[^#]+$/u)),
  sk: v.string(),
  dueSk: v.string(),
});

/** The reads of `createDynamoNotificationLog`, for operations that may not write. */
export function createDynamoNotificationReader(table: Table): NotificationReader {
  return {
    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = notificationKey(workspaceId, '0');
      const found = await table.query({ pk, from, to: after ?? LAST, descending: true, limit: limit + 1 });
      return found
        .map(fromNotificationItem)
        .filter(({ id }) => id !== after)
        .slice(0, limit);
    },
  };
}

/** Notifications in the delivery table, whose changes invoke nothing: a notification never causes another one. */
export function createDynamoNotificationLog(table: WritableTable): NotificationLog {
  return {
    ...createDynamoNotificationReader(table),

    async record(notification, occurrence) {
      const { endpointId, createdAt, workspaceId } = notification;
      const put = putItem(toNotificationItem(notification), isNew);
      if (endpointId === null) return (await tryWrite(table, put)).written;

      const limit = limitKey({ ...notification, endpointId });
      // The usual case while an endpoint fails: one read, and no transaction.
      const found = await table.get(limit);
      if (found && !isAllowed(found, occurrence, createdAt)) return false;
      const attributes = {
        workspaceId,
        quietUntil: createdAt.getTime() + QUIET_MS,
        occurrence,
        ttl: ttlOf(new Date(createdAt.getTime() + LIMIT_TTL_MS)),
        since: undefined,
        deliveries: undefined,
      };
      const write = updateItem(limit, setAttributes(attributes), allowed(occurrence, createdAt));
      return (await tryWrite(table, write, undefined, [put])).written;
    },

    async countExhausted(place, deliveryId, enough, now) {
      const key = limitKey({ ...place, cause: 'attempts_exhausted' });
      const common = {
        workspaceId: place.workspaceId,
        ttl: ttlOf(new Date(now.getTime() + LIMIT_TTL_MS)),
      };
      const counted = { ':delivery': new Set([deliveryId]) };
      const add = setAttributes(common, { once: { since: now.getTime() } });
      const update = {
        ...add,
        expression: `${add.expression} ADD deliveries :delivery`,
        values: { ...add.values, ...counted },
      };
      const { written, item } = await tryWrite(table, updateItem(key, update, stillCounts(enough, now)));
      const { since, deliveries } = parseItem(limitItem, item ?? {});
      if (written || !since || !isOver(since, now)) return deliveries.size;

      // The count is a day old, so a new one starts with this delivery. Another run may have started it already.
      const restart = setAttributes({ ...common, since: now.getTime(), deliveries: counted[':delivery'] });
      const same = { expression: 'since = :seen', values: { ':seen': since.getTime() } };
      const restarted = await tryWrite(table, updateItem(key, restart, same));
      return parseItem(limitItem, restarted.item ?? {}).deliveries.size;
    },

    async claim(workspaceId, id, now, until) {
      const attributes = { nextAttemptAt: until.getTime(), dueSk: dueSortKey(until, id) };
      const isDue = {
        expression: '#state = :pending AND nextAttemptAt <= :now',
        names: { '#state': 'state' },
        values: { ':pending': 'pending', ':now': now.getTime() },
      };
      const write = updateItem(notificationKey(workspaceId, id), setAttributes(attributes), isDue);
      const { written, item } = await tryWrite(table, write);
      return written ? fromNotificationItem(item ?? {}) : undefined;
    },

    async finishAttempt({ workspaceId, id, attempts }, progress) {
      const counted = progress.outcome === null ? attempts : attempts + 1;
      const update = setAttributes({ ...toProgressAttributes(id, progress), attempts: counted });
      const unfinished = {
        expression: '#state = :pending AND attempts = :before',
        values: { ':pending': 'pending', ':before': attempts },
      };
      await tryWrite(table, updateItem(notificationKey(workspaceId, id), update, unfinished));
    },
  };
}

function fromDueItem(item: Item): DueNotification {
  const { pk, sk, dueSk } = parseItem(dueItem, item);
  return { workspaceId: pk.slice('N#'.length), id: sk, indexKey: dueSk };
}

/** Pending notifications in the index by due time. */
export function createDynamoDueNotifications(table: WritableTable): DueNotifications {
  return {
    async *readDue(before) {
      const range = { partition: dueNotificationsPartition(), before: dueSortKey(before) };
      for await (const items of partitionPages(table, { index: BY_DUE, ...range }))
        yield items.map((item) => orError(() => fromDueItem(item)));
    },

    async postpone({ workspaceId, id, indexKey }, until) {
      const update = setAttributes({ dueSk: dueSortKey(until, id) });
      const unchanged = { expression: 'dueSk = :seen', values: { ':seen': indexKey } };
      return (await tryWrite(table, updateItem(notificationKey(workspaceId, id), update, unchanged))).written;
    },
  };
}

type Limited = Pick<Notification, 'workspaceId' | 'targetId' | 'cause'> & { readonly endpointId: string };

function limitKey({ workspaceId, targetId, cause, endpointId }: Limited) {
  return notificationLimitKey(workspaceId, [endpointId, cause, targetId]);
}

function isAllowed(item: Item, occurrence: string, now: Date): boolean {
  const found = parseItem(limitItem, item);
  return (found.quietUntil === null || found.quietUntil <= now) && found.occurrence !== occurrence;
}

/** Of two concurrent observations, the condition lets one create a notification. */
function allowed(occurrence: string, now: Date): Condition {
  return {
    expression:
      '(attribute_not_exists(quietUntil) OR quietUntil <= :now) AND (attribute_not_exists(#occurrence) OR #occurrence <> :occurrence)',
    values: { ':now': now.getTime(), ':occurrence': occurrence },
  };
}

/** The condition that the count began less than a day ago and has not reached `enough`. */
function stillCounts(enough: number, now: Date): Condition {
  return {
    expression:
      'attribute_not_exists(since) OR (since > :dayAgo AND (attribute_not_exists(deliveries) OR size(deliveries) < :enough))',
    values: { ':dayAgo': now.getTime() - COUNTING_MS, ':enough': enough },
  };
}

function isOver(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= COUNTING_MS;
}
