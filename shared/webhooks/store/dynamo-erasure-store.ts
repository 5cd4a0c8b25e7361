import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import {
  deliveryKey,
  dueErasuresPartition,
  erasureKey,
  eventKey,
  redactedPartition,
} from '#shared/platform/store/keys.ts';
import { releaseQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { exists, type Condition, updateItem, type Write } from '#shared/platform/store/write.ts';
import { type Erasure, nextPassAt } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { fromDeliveryItem } from './delivery-items.ts';
import { createDynamoErasureRequests } from './dynamo-erasure-requests.ts';
import { fromErasureItem, passAttributes } from './erasure-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Requests per run, and requests and events per read. */
const MAX_DUE = 10_000;
const ITEMS_AT_ONCE = 100;
const EVENTS_AT_ONCE = 100;

const keyRow = v.object({ pk: v.string(), sk: v.string() });
const eventRow = v.object({ ownerSk: v.string() });
const resendIds = v.object({ resends: v.optional(v.set(v.string()), new Set<string>()) });

/** Erasures in the core table; they redact items of both tables. */
export function createDynamoErasureStore(core: WritableTable, deliveries: WritableTable): ErasureStore {
  return {
    ...createDynamoErasureRequests(core),

    async find(workspaceId, erasureId) {
      const item = await core.get(erasureKey(workspaceId, erasureId));
      return item && fromErasureItem(item);
    },

    async readDue(now) {
      const rows = await core.query({
        index: BY_OWNER,
        pk: dueErasuresPartition(),
        from: '0',
        // `$` sorts directly after `#`, so that passes scheduled for this instant are included.
        to: `${now.toISOString()}$`,
        descending: false,
        limit: MAX_DUE,
      });
      const keys = rows.map((row) => parseItem(keyRow, row));
      const items: Item[] = [];
      for (let at = 0; at < keys.length; at += ITEMS_AT_ONCE)
        items.push(...(await core.getAll(keys.slice(at, at + ITEMS_AT_ONCE))));
      // The index is eventually consistent; the items that are processed are current.
      return items
        .map(fromErasureItem)
        .filter((erasure) => (nextPassAt(erasure) ?? Infinity) <= now)
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },

    async redactEvent({ workspaceId, contact }, eventId) {
      const owner = redactedPartition(workspaceId, contact);
      // The body identified the contact, so a redacted event is indexed by the hash of the contact instead. Indexing every
      // event would cost a write unit each, which is more than all scans together.
      const update = setAttributes({ body: '', ownerPk: owner, ownerSk: eventId });
      const { written, item } = await tryWrite(
        core,
        updateItem(eventKey(eventId), update, redactableFor(workspaceId, owner)),
      );
      return written && item ? fromEventItem(item) : undefined;
    },

    async *readRedacted({ workspaceId, contact, cursor, createdAt }) {
      const to = deliveryIdFloor(new Date(createdAt.getTime() + 1));
      for (let from = cursor ?? '0'; from < to;) {
        const rows: Item[] = await core.query({
          index: BY_OWNER,
          pk: redactedPartition(workspaceId, contact),
          from,
          to,
          descending: false,
          limit: EVENTS_AT_ONCE,
        });
        const ids = rows.map((row) => parseItem(eventRow, row).ownerSk);
        // The bounds are inclusive, and the event of the cursor was processed already.
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
      const withText = attempts.flatMap(({ responseText }, index) => (responseText === null ? [] : [index]));
      if (withText.length > 0 || payloadExpiresAt > createdAt) {
        const expiresAt = Math.min(payloadExpiresAt.getTime(), createdAt.getTime());
        // Attempts are only appended, so the indexes of these attempts remain valid.
        const texts = withText.map((index) => `attempts[${index}].responseText`);
        const remove = texts.length === 0 ? '' : ` REMOVE ${texts.join(', ')}`;
        const update = {
          expression: `SET payloadExpiresAt = :expires${remove}`,
          values: { ':expires': expiresAt },
        };
        await tryWrite(deliveries, updateItem(key, update, exists));
      }
      return [...parseItem(resendIds, item).resends];
    },

    async advance(erasure, cursor) {
      await updateDuringPass(erasure, { cursor });
    },

    async finishPass(before, after) {
      // Only an open request counts. Of two runs that end the last pass, one writes, so the quota is released once.
      const release = after.state === 'completed' ? [releaseQuota('erasures', before.workspaceId)] : [];
      await updateDuringPass(before, passAttributes(after), release);
    },
  };

  async function updateDuringPass(
    erasure: Erasure,
    attributes: Record<string, unknown>,
    also: readonly Write[] = [],
  ): Promise<void> {
    const key = erasureKey(erasure.workspaceId, erasure.id);
    const update = updateItem(key, setAttributes(attributes), passUnchanged(erasure));
    await tryWrite(core, update, randomUUID(), also);
  }
}

/** Closes the race of two runs: the progress or the end of a pass that has already ended is not written. */
function passUnchanged({ state, pass }: Erasure): Condition {
  return {
    expression: '#state = :was_state AND #pass = :was_pass',
    names: { '#state': 'state', '#pass': 'pass' },
    values: { ':was_state': state, ':was_pass': pass },
  };
}

/** The event belongs to the workspace and was not redacted for another contact. */
function redactableFor(workspaceId: string, owner: string): Condition {
  return {
    expression: 'workspaceId = :workspace AND (attribute_not_exists(ownerPk) OR ownerPk = :owner)',
    values: { ':workspace': workspaceId, ':owner': owner },
  };
}
