import * as v from 'valibot';
import { contactOf } from '#shared/events/recording/event-contact.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import {
  contactOfRedacted,
  erasureKey,
  erasureWalkKey,
  eventPartition,
} from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { updateOf } from '#shared/platform/store/update-expression.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureWalks, SeenEvent } from '#shared/webhooks/ports/erasure-walks.ts';

/** Requests that a new walk takes on at once. */
const TAKEN_AT_ONCE = 25;

/** Values of a filter in DynamoDB; for more workspaces than that everything is read and none is left out. */
const FILTER_VALUES = 100;

const walkItem = v.object({
  began_at: instant,
  oldest: instant,
  next_minute: instant,
  last_seen: maybe(v.string()),
});

/** Lenient: one event that nobody can read must not end a walk. Of a body that is not there nothing is to be redacted. */
const seenItem = v.object({
  sk: v.string(),
  workspace_id: v.fallback(v.string(), ''),
  test: v.fallback(v.boolean(), false),
  body: v.fallback(v.string(), ''),
  owner_pk: maybe(v.string()),
});

/** Walks over the events of the core table. How far one has come lies in the delivery table, whose stream nobody reads. */
export function createDynamoErasureWalks(core: Table, deliveries: Table): ErasureWalks {
  return {
    async findLast() {
      const item = await deliveries.get(erasureWalkKey());
      if (!item) return undefined;
      const { began_at, oldest, next_minute, last_seen } = parseItem(walkItem, item);
      return { beganAt: began_at, oldest, place: { minute: next_minute, lastSeen: last_seen } };
    },

    async begin({ beganAt, oldest, place }, erasures) {
      // They first: a crash in between leaves a walk that nobody waits for and that never was, and the next run begins another.
      for (let at = 0; at < erasures.length; at += TAKEN_AT_ONCE) {
        const some = erasures.slice(at, at + TAKEN_AT_ONCE);
        await Promise.all(some.map((erasure) => takeOn(erasure, beganAt)));
      }
      const attributes = { began_at: beganAt.getTime(), oldest: oldest.getTime(), ...placeAttributes(place) };
      await updateWalk(attributes, {}, 'attribute_not_exists(pk) OR began_at < :began_at');
    },

    async readMinute(minute, workspaceIds) {
      let readUnits = 0;
      const among =
        workspaceIds.length <= FILTER_VALUES
          ? { among: { attribute: 'workspace_id', values: workspaceIds } }
          : {};
      const shards = Array.from({ length: SHARDS }, async (_, shard) => {
        const partition = eventPartition(minute, shard);
        const onUnits = (units: number) => void (readUnits += units);
        const events: SeenEvent[] = [];
        for await (const items of partitionPages(core, { partition, onUnits, ...among }))
          events.push(...items.flatMap(seenEvents));
        return events;
      });
      return { events: (await Promise.all(shards)).flat(), readUnits };
    },

    async advance({ beganAt }, place) {
      const when = 'began_at = :walk AND next_minute >= :next_minute';
      await updateWalk(placeAttributes(place), { ':walk': beganAt.getTime() }, when);
    },
  };

  /** A request that another run has carried on meanwhile is left as it is. */
  async function takeOn({ workspaceId, id }: Erasure, beganAt: Date): Promise<void> {
    const update = {
      kind: 'update',
      key: erasureKey(workspaceId, id),
      set: 'SET walk = :walk',
      names: { '#state': 'state', '#look': 'look' },
      values: { ':walk': beganAt.getTime(), ':queued': 'queued', ':first': 1 },
    } as const;
    await conditionalWrite(core, update, '#state = :queued AND #look = :first');
  }

  async function updateWalk(
    attributes: Record<string, unknown>,
    given: Record<string, unknown>,
    when: string,
  ): Promise<void> {
    const { set, remove, names, values } = updateOf({}, attributes);
    const update = {
      kind: 'update',
      key: erasureWalkKey(),
      set: `SET ${set}${remove}`,
      names,
      values: { ...values, ...given },
    } as const;
    await conditionalWrite(deliveries, update, when);
  }
}

function placeAttributes({ minute, lastSeen }: { minute: Date; lastSeen: string | null }) {
  return { next_minute: minute.getTime(), last_seen: lastSeen ?? undefined };
}

/** The event of an item, if it is about somebody; the sample of a test is about nobody. */
function seenEvents(item: Item): SeenEvent[] {
  const { sk, workspace_id, test, body, owner_pk } = parseItem(seenItem, item);
  if (owner_pk !== null) {
    const contact = contactOfRedacted(owner_pk);
    return contact === undefined ? [] : [{ id: sk, workspaceId: workspace_id, contact }];
  }
  const contactId = test ? undefined : contactOf(body);
  return contactId === undefined
    ? []
    : [{ id: sk, workspaceId: workspace_id, contact: hashContact(contactId) }];
}
