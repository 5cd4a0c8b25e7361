import { createHash } from 'node:crypto';
import { comparedText } from '#shared/platform/core/text.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';

/** Characters of a marker: 24 bits, so that one entry in 16 million matches by chance. The item itself is compared afterwards. */
const MARKER_LENGTH = 4;

const SEPARATOR = '#';

/** The values that a record is found by, or that a list is filtered by: each with the name of its field. Null values have no marker. */
export type MarkedValues = readonly (readonly [field: string, value: string | null | undefined])[];

/** A record in lists that are ordered by the last change. */
type Listed = { readonly id: string; readonly workspaceId: string; readonly updatedAt: Date };

/**
 * The position of a record in lists: a UUID that sorts by the time of the last change. Two records that change in one millisecond have
 * different positions.
 */
export function positionOf({ id, updatedAt }: Pick<Listed, 'id' | 'updatedAt'>): string {
  return derivedId(updatedAt, id);
}

/**
 * The sort key of a record in the index by owner: its position, then a marker for each value that lists are filtered by. A filtered list
 * therefore reads index entries of about 200 bytes, and only the items that match (docs/adr/messaging/0054-messaging-records.md).
 */
export function markedEntry(record: Listed, values: MarkedValues): string {
  // The position always ends with the separator, so that it sorts before its entry.
  return `${positionOf(record)}${SEPARATOR}${markersOf(record.workspaceId, values).join(SEPARATOR)}`;
}

/** The position in a sort key of the index. */
export function positionIn(entry: string): string {
  return entry.split(SEPARATOR)[0] ?? '';
}

/** A function that tells whether the record of an index entry can have all these values. */
export function entryMatcher(workspaceId: string, wanted: MarkedValues): (entry: string) => boolean {
  const required = wanted.flatMap(([field, value]) =>
    value === null || value === undefined
      ? []
      : [spellingsOf(value).map((each) => markerOf(workspaceId, field, each))],
  );
  return (entry) => {
    const markers = new Set(entry.split(SEPARATOR).slice(1));
    return required.every((spellings) => spellings.some((marker) => markers.has(marker)));
  };
}

/** Entries of earlier versions have the marker of the value as it was sent, which was composed or decomposed. */
function spellingsOf(value: string): string[] {
  return [...new Set([comparedText(value), value, value.normalize('NFD')])];
}

function markersOf(workspaceId: string, values: MarkedValues): string[] {
  return values.flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [markerOf(workspaceId, field, comparedText(value))],
  );
}

/** Hashed, because keys appear in logs and a tag can say something about a person. */
function markerOf(workspaceId: string, field: string, value: string): string {
  const hash = createHash('sha256').update(`${workspaceId} ${field} ${value}`);
  return hash.digest('base64url').slice(0, MARKER_LENGTH);
}
