import { createHash } from 'node:crypto';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactFilter } from '#shared/messaging/ports/contact-store.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';

/** Characters of a marker: 24 bits, so that one entry in 16 million matches by chance. The item itself is compared afterwards. */
const MARKER_LENGTH = 4;

const SEPARATOR = '#';

type Filtered = 'stage' | 'tag' | 'platform';

/**
 * The position of a contact in lists: a UUID that sorts by the time of the last change. Two contacts that change in one millisecond
 * have different positions.
 */
export function positionOf({ id, updatedAt }: Pick<Contact, 'id' | 'updatedAt'>): string {
  return derivedId(updatedAt, id);
}

/**
 * The sort key of a contact in the index by owner: its position, then a marker for each value that lists are filtered by. A filtered list
 * therefore reads index entries of about 200 bytes, and only the items that match (docs/adr/0054-messaging-records.md).
 */
export function indexEntryOf(contact: Contact): string {
  const { workspaceId, stage, tags, platform } = contact;
  const markers = [
    ...(stage === null ? [] : [markerOf(workspaceId, 'stage', stage)]),
    ...(platform === null ? [] : [markerOf(workspaceId, 'platform', platform)]),
    ...tags.map((tag) => markerOf(workspaceId, 'tag', tag)),
  ];
  // The position always ends with the separator, so that it sorts before its entry.
  return `${positionOf(contact)}${SEPARATOR}${markers.join(SEPARATOR)}`;
}

/** The position in a sort key of the index. */
export function positionIn(entry: string): string {
  return entry.split(SEPARATOR)[0] ?? '';
}

/** A function that tells whether the contact of an index entry can match the filter. */
export function entryMatcher(workspaceId: string, filter: ContactFilter): (entry: string) => boolean {
  const wanted = (['stage', 'tag', 'platform'] as const).flatMap((kind) => {
    const value = filter[kind];
    return value === undefined ? [] : [markerOf(workspaceId, kind, value)];
  });
  return (entry) => {
    const markers = new Set(entry.split(SEPARATOR).slice(1));
    return wanted.every((marker) => markers.has(marker));
  };
}

/** Hashed, because keys appear in logs and a tag can say something about a person. */
function markerOf(workspaceId: string, kind: Filtered, value: string): string {
  const hash = createHash('sha256').update(`${workspaceId} ${kind} ${value}`);
  return hash.digest('base64url').slice(0, MARKER_LENGTH);
}
