import * as v from 'valibot';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import {
  redactedOwner,
  deliveryKey,
  dueErasures,
  erasureKey,
  eventKey,
} from '#shared/platform/store/keys.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { updateOf } from '#shared/platform/store/update-expression.ts';
import { type Erasure, lookDueAt } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { fromDeliveryItem } from './delivery-items.ts';
import { createDynamoErasureRequests } from './dynamo-erasure-requests.ts';
import { fromErasureItem, lookAttributes } from './erasure-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Requests carried on in one run, how many of them are read at a time, and events likewise. */
const MAX_DUE = 10_000;
const ITEMS_AT_ONCE = 100;
const EVENTS_AT_ONCE = 100;

const keyRow = v.object({ pk: v.string(), sk: v.string() });
const eventRow = v.object({ owner_sk: v.string() });
const resendIds = v.object({ resends: v.optional(v.set(v.string()), new Set<string>()) });

/** Erasures in the core table; what they blank lies in both tables. */
export function createDynamoErasureStore(core: Table, deliveries: Table): ErasureStore {
  return {
    ...createDynamoErasureRequests(core),

    async find(workspaceId, erasureId) {
      const item = await core.get(erasureKey(workspaceId, erasureId));
      return item && fromErasureItem(item);
    },

    async readDue(now) {
      const rows = await core.query({
        index: BY_OWNER,
        pk: dueErasures(),
        from: '0',
        // `$` sorts right behind `#`: a look that is due at this very instant is due.
        to: `${now.toISOString()}$`,
        descending: false,
        limit: MAX_DUE,
      });
      const keys = rows.map((row) => parseItem(keyRow, row));
      const items: Item[] = [];
      for (let at = 0; at < keys.length; at += ITEMS_AT_ONCE)
        items.push(...(await core.getAll(keys.slice(at, at + ITEMS_AT_ONCE))));
      // The index forgets a moment late; what is worked on is as it is now.
      return items
        .map(fromErasureItem)
        .filter((erasure) => (lookDueAt(erasure) ?? Infinity) <= now)
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },

    async redactEvent({ workspaceId, contact }, eventId) {
      const owner = redactedOwner(workspaceId, contact);
      const { written, item } = await conditionalWrite(
        core,
        {
          kind: 'update',
          key: eventKey(eventId),
          // With its body an event loses what tells whom it was about, so that is noted: on redacted events only, a write
          // unit on every event would cost more than all walks.
          set: 'SET #body = :nothing, owner_pk = :owner, owner_sk = :id',
          names: { '#body': 'body' },
          values: { ':nothing': '', ':owner': owner, ':id': eventId, ':workspace': workspaceId },
        },
        'workspace_id = :workspace AND (attribute_not_exists(owner_pk) OR owner_pk = :owner)',
      );
      return written && item ? fromEventItem(item) : undefined;
    },

    async *readRedacted({ workspaceId, contact, cursor, createdAt }) {
      const to = deliveryIdFloor(new Date(createdAt.getTime() + 1));
      for (let from = cursor ?? '0'; from < to;) {
        const rows: Item[] = await core.query({
          index: BY_OWNER,
          pk: redactedOwner(workspaceId, contact),
          from,
          to,
          descending: false,
          limit: EVENTS_AT_ONCE,
        });
        const ids = rows.map((row) => parseItem(eventRow, row).owner_sk);
        // The event that the range goes on from is its bound, and was dealt with.
        yield ids.filter((id) => id !== from);
        if (ids.length < EVENTS_AT_ONCE) return;
        from = ids.at(-1) ?? to;
      }
    },

    async redactDelivery({ createdAt }, endpointId, deliveryId) {
      const key = deliveryKey(endpointId, deliveryId);
      const item = await deliveries.get(key);
      if (!item) return [];
      const { attempts, payloadExpiresAt } = fromDeliveryItem(item);
      const answered = attempts.flatMap(({ responseText }, index) => (responseText === null ? [] : [index]));
      if (answered.length > 0 || payloadExpiresAt > createdAt) {
        const expiresAt = Math.min(payloadExpiresAt.getTime(), createdAt.getTime());
        // Attempts are only ever added at the end, so the places of these stay what they are.
        const texts = answered.map((index) => `attempts[${index}].response_text`);
        const remove = texts.length === 0 ? '' : ` REMOVE ${texts.join(', ')}`;
        const set = `SET payload_expires_at = :expires${remove}`;
        const update = { kind: 'update', key, set, values: { ':expires': expiresAt } } as const;
        await conditionalWrite(deliveries, update, 'attribute_exists(pk)');
      }
      return [...parseItem(resendIds, item).resends];
    },

    async advance(erasure, cursor) {
      await updateDuringLook(erasure, { last_seen: cursor });
    },

    async finishLook(before, after) {
      await updateDuringLook(before, lookAttributes(after));
    },
  };

  /** Closes the race of two runs: the second one's place, or end, of a look that has ended is of no interest. */
  async function updateDuringLook(
    { workspaceId, id, state, look }: Erasure,
    attributes: Record<string, unknown>,
  ): Promise<void> {
    const { set, remove, names, values } = updateOf({}, attributes);
    const update = {
      kind: 'update',
      key: erasureKey(workspaceId, id),
      set: `SET ${set}${remove}`,
      names: { ...names, '#state': 'state', '#look': 'look' },
      values: { ...values, ':was_state': state, ':was_look': look },
    } as const;
    await conditionalWrite(core, update, '#state = :was_state AND #look = :was_look');
  }
}
