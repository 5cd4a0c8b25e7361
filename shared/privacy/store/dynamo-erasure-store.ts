import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Erasure, nextPassAt } from '#shared/events/recording/erasure.ts';
import { createDynamoErasureRequests } from '#shared/events/store/dynamo-erasure-requests.ts';
import { fromErasureItem, passAttributes } from '#shared/events/store/erasure-items.ts';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { eventKey, erasureKey, dueErasuresPartition } from '#shared/events/store/keys.ts';
import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { releaseQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { exists, type Condition, updateItem, type Write } from '#shared/platform/store/write.ts';
import type { ErasureStore } from '#shared/privacy/ports/erasure-store.ts';
import { fromDeliveryItem, resendsOf } from '#shared/webhooks/store/delivery-items.ts';
import { deliveryKey } from '#shared/webhooks/store/keys.ts';
import { redactedPartition } from './keys.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Items of requests that one run reads: parsing them takes a third of its time. */
const MAX_READ = 50_000;

/** Keys per read of the index, requests per read of the table, reads in parallel, and events per read. */
const KEYS_AT_ONCE = 5000;
const ITEMS_AT_ONCE = 100;
const READS_AT_ONCE = 10;
const EVENTS_AT_ONCE = 100;

const keyRow = v.object({ pk: v.string(), sk: v.string(), ownerSk: v.string() });
const eventRow = v.object({ ownerSk: v.string() });

/** Erasures in the core table; they redact items of both tables. */
export function createDynamoErasureStore(core: WritableTable, deliveries: WritableTable): ErasureStore {
  return {
    ...createDynamoErasureRequests(core),

    async find(workspaceId, erasureId) {
      const item = await core.get(erasureKey(workspaceId, erasureId));
      return item && fromErasureItem(item);
    },

    async readDue(now, known = new Map()) {
      const due: Erasure[] = [];
      const unknown: Key[] = [];
      // `$` sorts directly after `#`, so that passes scheduled for this instant are included.
      for await (const rows of rowsUntil(`${now.toISOString()}$`)) {
        for (const { pk, sk, ownerSk } of rows) {
          const found = known.get(ownerSk.slice(ownerSk.indexOf('#') + 1));
          if (found) due.push(found);
          else unknown.push({ pk, sk });
        }
      }
      const read = unknown.slice(0, MAX_READ);
      for (let at = 0; at < read.length; at += ITEMS_AT_ONCE * READS_AT_ONCE) {
        const batches = Array.from({ length: READS_AT_ONCE }, (_, index) => {
          const from = at + index * ITEMS_AT_ONCE;
          return core.getAll(read.slice(from, from + ITEMS_AT_ONCE));
        });
        for (const items of await Promise.all(batches)) due.push(...items.map(fromErasureItem));
      }
      return {
        // The index is eventually consistent; the items that are processed are current.
        due: due
          .filter((erasure) => (nextPassAt(erasure) ?? Infinity) <= now)
          .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
        isComplete: unknown.length <= MAX_READ,
      };
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

    async *readRedacted({ workspaceId, contact, cursor, requestedAt }) {
      const to = deliveryIdFloor(new Date(requestedAt.getTime() + 1));
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

    async redactDelivery({ requestedAt }, { endpointId, shard, id }) {
      const key = deliveryKey(endpointId, shard, id);
      const item = await deliveries.get(key);
      if (!item) return [];
      const { attempts, payloadExpiresAt } = fromDeliveryItem(item);
      const withText = attempts.flatMap(({ responseText }, index) => (responseText === null ? [] : [index]));
      if (withText.length > 0 || payloadExpiresAt > requestedAt) {
        const expiresAt = Math.min(payloadExpiresAt.getTime(), requestedAt.getTime());
        // Attempts are only appended, so the indexes of these attempts remain valid.
        const texts = withText.map((index) => `attempts[${index}].responseText`);
        const remove = texts.length === 0 ? '' : ` REMOVE ${texts.join(', ')}`;
        const update = {
          expression: `SET payloadExpiresAt = :expires${remove}`,
          values: { ':expires': expiresAt },
        };
        await tryWrite(deliveries, updateItem(key, update, exists));
      }
      return resendsOf(item);
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

  /** The index entries of all open requests until a sort key, in pages. */
  async function* rowsUntil(to: string) {
    for (let from = '0'; ;) {
      const found = await core.query({
        index: BY_OWNER,
        pk: dueErasuresPartition(),
        from,
        to,
        descending: false,
        limit: KEYS_AT_ONCE,
      });
      const rows = found.map((row) => parseItem(keyRow, row));
      yield rows.filter(({ ownerSk }) => ownerSk !== from);
      if (rows.length < KEYS_AT_ONCE) return;
      // The bounds are inclusive.
      from = rows.at(-1)?.ownerSk ?? to;
    }
  }

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
