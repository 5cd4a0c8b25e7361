import * as v from 'valibot';
import type { ExternalRecordWriter } from '#shared/events/ports/external-records.ts';
import type { EventNews } from '#shared/events/records/event-news.ts';
import {
  contactOf,
  type ExternalRecord,
  type RecordNews,
  withNews,
} from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { derivedId, timeOfId } from '#shared/platform/runtime/ids.ts';
import { instant, maybe, orError } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { type Item, keyOf, type WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { exists, isNew, putItem } from '#shared/platform/store/write.ts';
import { recordUnchanged } from './external-record-conditions.ts';
import { fromRecordItem, keyOfRecord, toLinkItem, toRecordItem } from './external-record-items.ts';
import { contactKey, erasureContactKey, erasureKey } from './keys.ts';
import { managedRecordKey } from './managed-record-key.ts';

/** Records written concurrently. */
const AT_ONCE = 10;

const pointerItem = v.object({ erasureId: v.string() });
const erasureItem = v.object({ createdAt: instant, requestedAt: maybe(instant) });
const eventsItem = v.object({ layers: v.array(v.object({ eventId: v.string() })) });

/** If an erasure cannot be read, no event brings data of its contact back. */
const FOREVER = new Date(8.64e15);

type Items = ReadonlyMap<string, Item>;

/** Brings the records of the core table up to date. It never writes a record that this platform manages. */
export function createDynamoExternalRecordWriter(table: WritableTable): ExternalRecordWriter {
  return {
    async learn(events) {
      let written = 0;
      let open = events.filter(({ news }) => news.length > 0);
      // A further round has only records that another writer changed meanwhile.
      await retryOnConflict(table.backOff, async () => {
        const lost = new Set<string>();
        const stored = await readItems(open.flatMap(({ news }) => news.map(keyOfRecord)));
        const groups = groupByRecord(await withoutManagedAndErased(open, stored));
        for (let at = 0; at < groups.length; at += AT_ONCE)
          await Promise.all(
            groups.slice(at, at + AT_ONCE).map(async ({ place, news, recordedAt }) => {
              const item = stored.get(place);
              const outcome = await write(item, news, recordedAt);
              if (outcome === 'written') written += 1;
              if (outcome === 'lost') lost.add(place);
            }),
          );
        open = open
          .map((event) => ({ ...event, news: event.news.filter((each) => lost.has(placeOf(each))) }))
          .filter(({ news }) => news.length > 0);
        if (open.length > 0) throw new ConcurrentUpdateError();
      });
      return written;
    },
  };

  async function write(
    item: Item | undefined,
    news: readonly [RecordNews, ...RecordNews[]],
    recordedAt: Date,
  ): Promise<'written' | 'unchanged' | 'lost'> {
    const [{ type, id }] = news;
    const stored = item && orError(() => fromRecordItem(item));
    // A malformed item is replaced: it must not block the stream, and events bring the record back.
    const before = stored instanceof Error ? undefined : stored;
    const after = withNews(before, news, derivedId(recordedAt, `${type}${id}`));
    if (after === before) return 'unchanged';
    const contact = contactOf(after);
    // The link first: an erasure must find every record.
    if (contact !== undefined && contact !== contactOf(before))
      await tryWrite(table, putItem(toLinkItem(after, contact)));
    const condition = before ? recordUnchanged(before) : item ? exists : isNew;
    const { written } = await tryWrite(table, putItem(toRecordItem(after), condition));
    return written ? 'written' : 'lost';
  }

  /**
   * The events of contacts that were not erased since, without what they say about records that this platform manages: a contact, a
   * conversation or a broadcast beside their subject. A record of the contact with an event that is not newer answers both questions: an
   * erasure of the new event would have removed the other one too, and no managed contact has a record. A record with later events only
   * says nothing: they can be later than an erasure.
   */
  async function withoutManagedAndErased(events: readonly EventNews[], stored: Items): Promise<EventNews[]> {
    const contacts = new Map(
      events.flatMap(({ workspaceId, contactId: id, recordedAt }) => {
        if (id === null) return [];
        if (hasEventUntil(recordedAt, stored.get(placeOf({ workspaceId, type: 'contact', id })))) return [];
        return [[`${workspaceId}/${id}`, { workspaceId, id, hash: hashContact(id) }] as const];
      }),
    );
    const others = events.flatMap(({ news }) => news).filter((each) => !stored.has(placeOf(each)));
    const found = await readItems([
      ...[...contacts.values()].flatMap(({ workspaceId, id, hash }) => [
        contactKey(workspaceId, id),
        erasureContactKey(workspaceId, hash),
      ]),
      ...others.flatMap((each) => (each.type === 'contact' ? [] : (managedKeyOf(each) ?? []))),
    ]);
    const erased = await readErasures([...contacts.values()], found);

    function isManaged(each: RecordNews): boolean {
      const key = managedKeyOf(each);
      return key !== undefined && found.get(textOf(key))?.['workspaceId'] === each.workspaceId;
    }

    return events
      .filter(({ workspaceId, contactId, recordedAt }) => {
        const until = erased.get(`${workspaceId}/${contactId}`);
        return until === undefined || recordedAt > until;
      })
      .map((event) => ({ ...event, news: event.news.filter((each) => !isManaged(each)) }));
  }

  /** By contact, until when its events are erased. The pointer to the last erasure of a contact is stored as long as the erasure. */
  async function readErasures(
    contacts: readonly { readonly workspaceId: string; readonly id: string; readonly hash: string }[],
    found: Items,
  ): Promise<Map<string, Date>> {
    const keys = contacts.flatMap(({ workspaceId, id, hash }) => {
      const pointer = v.safeParse(pointerItem, found.get(textOf(erasureContactKey(workspaceId, hash))));
      if (!pointer.success) return [];
      return [{ contact: `${workspaceId}/${id}`, key: erasureKey(workspaceId, pointer.output.erasureId) }];
    });
    const erasures = await readItems(keys.map(({ key }) => key));
    return new Map(
      keys.flatMap(({ contact, key }) => {
        const item = erasures.get(textOf(key));
        if (!item) return [];
        const { success, output } = v.safeParse(erasureItem, item);
        return [[contact, success ? (output.requestedAt ?? output.createdAt) : FOREVER] as const];
      }),
    );
  }

  /** Items by the text of their key. */
  async function readItems(keys: readonly Key[]): Promise<Map<string, Item>> {
    const distinct = [...new Map(keys.map((key) => [textOf(key), key])).values()];
    const items = await table.getAll(distinct);
    return new Map(items.map((item) => [textOf(keyOf(item)), item]));
  }
}

type RecordGroup = {
  readonly place: string;
  readonly news: [RecordNews, ...RecordNews[]];
  /** When the first of the events was recorded. */
  readonly recordedAt: Date;
};

function groupByRecord(events: readonly EventNews[]): RecordGroup[] {
  const groups = new Map<string, RecordGroup>();
  for (const { news, recordedAt } of events)
    for (const each of news) {
      const place = placeOf(each);
      const group = groups.get(place);
      if (group) group.news.push(each);
      else groups.set(place, { place, news: [each], recordedAt });
    }
  return [...groups.values()];
}

/** Whether a stored record has an event that was recorded at this time or before. */
function hasEventUntil(time: Date, item: Item | undefined): boolean {
  const { success, output } = v.safeParse(eventsItem, item);
  return success && output.layers.some(({ eventId }) => timeOfId(eventId) <= time);
}

/** The key of the record if this platform can manage it. Messages are always the subject of their event, which is then rejected. */
function managedKeyOf({ workspaceId, type, id }: RecordNews): Key | undefined {
  const isManageable = type === 'contact' || type === 'conversation' || type === 'broadcast';
  return isManageable ? managedRecordKey(workspaceId, type, id) : undefined;
}

function placeOf(record: Pick<ExternalRecord, 'workspaceId' | 'type' | 'id'>): string {
  return textOf(keyOfRecord(record));
}

function textOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
