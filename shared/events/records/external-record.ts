import type { RecordType } from '#shared/events/catalogue/record-type.ts';

/** The fields of a record by name, as in event data. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** One event, and the fields of a record that no later event has set. */
export type RecordLayer = {
  readonly occurredAt: Date;
  readonly eventId: string;
  readonly fields: RecordFields;
};

/** What identifies a record. Producers choose the id, so two workspaces can use the same one. */
export type RecordIdentity = {
  readonly workspaceId: string;
  readonly type: RecordType;
  readonly id: string;
};

/**
 * The last known state of a record that another system manages, learned from ingested events (docs/adr/messaging/0054-messaging-records.md).
 * Personal data.
 */
export type ExternalRecord = RecordIdentity & {
  /** The place in lists: a UUID that sorts by the time at which the platform recorded the first event about the record. */
  readonly position: string;
  /** 1 for a new record; each write adds one. */
  readonly version: number;
  /** Newest event first. Each field is in exactly one layer: that of the newest event that has the field. */
  readonly layers: readonly RecordLayer[];
};

/** What one event says about one record. */
export type RecordNews = RecordIdentity & { readonly layer: RecordLayer };

/**
 * The record after further events, in any order and repeated any number of times. Events are ordered by `occurred_at`, then by id. A
 * field keeps the value of the newest event that has the field. Returns the record itself if the events change nothing.
 * @param position of a new record
 */
export function withNews(
  record: ExternalRecord | undefined,
  news: readonly [RecordNews, ...RecordNews[]],
  position: string,
): ExternalRecord {
  const [{ workspaceId, type, id }] = news;
  const before = record ?? { workspaceId, type, id, position, version: 0, layers: [] };
  const layers = withoutOlderFields([...before.layers, ...news.map(({ layer }) => layer)]);
  if (record && isSame(record.layers, layers)) return record;
  return { ...before, version: before.version + 1, layers };
}

/**
 * The record without the events that `isErased` selects: the record itself if it has none of them, undefined if it has no others.
 */
export function withoutEvents(
  record: ExternalRecord,
  isErased: (layer: RecordLayer) => boolean,
): ExternalRecord | undefined {
  const layers = record.layers.filter((layer) => !isErased(layer));
  if (layers.length === record.layers.length) return record;
  return layers.length === 0 ? undefined : { ...record, version: record.version + 1, layers };
}

/** The current value of every known field. */
export function fieldsOf({ layers }: ExternalRecord): RecordFields {
  return Object.fromEntries(layers.flatMap(({ fields }) => Object.entries(fields)));
}

/** The id of the contact that the record belongs to; undefined if no event named one. */
export function contactOf(record: ExternalRecord | undefined): string | undefined {
  const contact = record && fieldsOf(record)['contact_id'];
  return typeof contact === 'string' ? contact : undefined;
}

function withoutOlderFields(layers: readonly RecordLayer[]): RecordLayer[] {
  const seen = new Set<string>();
  const kept: RecordLayer[] = [];
  for (const layer of layers.toSorted(newestFirst)) {
    const own = Object.entries(layer.fields).filter(([name]) => !seen.has(name));
    for (const [name] of own) seen.add(name);
    const last = kept.at(-1);
    if (last?.eventId === layer.eventId)
      kept[kept.length - 1] = { ...last, fields: { ...last.fields, ...Object.fromEntries(own) } };
    // The newest event stays without fields too: it is the last event about the record.
    else if (own.length > 0 || !last) kept.push({ ...layer, fields: Object.fromEntries(own) });
  }
  return kept;
}

function newestFirst(a: RecordLayer, b: RecordLayer): number {
  return b.occurredAt.getTime() - a.occurredAt.getTime() || (b.eventId > a.eventId ? 1 : -1);
}

/** An event never changes, so two layers of one event with the same number of fields are equal. */
function isSame(before: readonly RecordLayer[], after: readonly RecordLayer[]): boolean {
  const text = (layers: readonly RecordLayer[]) =>
    layers.map(({ eventId, fields }) => `${eventId} ${Object.keys(fields).toSorted().join(' ')}`).join();
  return text(before) === text(after);
}
