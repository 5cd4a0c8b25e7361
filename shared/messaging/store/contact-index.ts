import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactFilter, DatedContact } from '#shared/messaging/ports/contact-store.ts';
import { markedEntry, type MarkedValues } from './marked-index.ts';

const SEPARATOR = '#';

/** The sort key of a contact in the index by owner: lists are filtered by stage, platform and tag. */
export function indexEntryOf(contact: Contact): string {
  const { stage, tags, platform } = contact;
  return markedEntry(contact, [
    ['stage', stage],
    ['platform', platform],
    ...tags.map((tag) => ['tag', tag] as const),
  ]);
}

/** The values that a contact must have to be in a list with this filter. */
export function wantedValues({ stage, tag, platform }: ContactFilter): MarkedValues {
  return [
    ['stage', stage],
    ['tag', tag],
    ['platform', platform],
  ];
}

/** The sort key of a contact in the index by due time: sorted by day. */
export function toDatedEntry({ day, id }: DatedContact): string {
  return `${day}${SEPARATOR}${id}`;
}

export function fromDatedEntry(entry: string): DatedContact {
  const [day = '', id = ''] = entry.split(SEPARATOR);
  return { day, id };
}
