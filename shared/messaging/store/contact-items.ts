import * as v from 'valibot';
import { MESSAGING_CHANNELS } from '#shared/events/catalogue/channels.ts';
import { contactKey } from '#shared/events/store/keys.ts';
import { DATE_REPEATS, nextDateOf } from '#shared/messaging/domain/contact-dates.ts';
import { CONTACT_PLATFORMS, type Contact } from '#shared/messaging/domain/contact.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { encodedBy, instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { indexEntryOf, toDatedEntry } from './contact-index.ts';
import { contactPartition, datedContactsPartition } from './keys.ts';

const customFields = v.array(v.tuple([v.string(), v.union([v.string(), v.number(), v.boolean()])]));

const contactDate = v.object({
  name: v.string(),
  date: v.string(),
  repeats: v.picklist(DATE_REPEATS),
  nextOn: maybe(v.string()),
});

const contactConsent = v.object({
  pageId: v.string(),
  pageUrl: v.string(),
  blockId: v.string(),
  text: v.string(),
  version: v.string(),
  firstAt: instant,
  lastAt: instant,
});

/** Custom fields are stored as JSON, because DynamoDB accepts fewer numbers than JSON. */
const contactItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    name: maybe(v.string()),
    email: maybe(v.string()),
    phone: maybe(v.string()),
    platform: maybe(v.picklist(CONTACT_PLATFORMS)),
    stage: maybe(v.string()),
    previousStage: maybe(v.string()),
    stageChangedAt: maybe(instant),
    tags: v.array(v.string()),
    customFields: encodedBy(
      v.pipe(
        v.string(),
        v.parseJson(),
        customFields,
        v.transform((fields): Contact['customFields'] => new Map(fields)),
      ),
      (fields) => JSON.stringify([...fields]),
    ),
    dates: encodedBy(
      v.pipe(
        // Contacts of earlier versions have none.
        v.optional(v.array(contactDate), []),
        v.transform(
          (dates): Contact['dates'] => new Map(dates.map(({ name, ...date }) => [name, date] as const)),
        ),
      ),
      (dates) =>
        [...dates].map(([name, { date, repeats, nextOn }]) => ({
          name,
          date,
          repeats,
          ...(nextOn === null ? {} : { nextOn }),
        })),
    ),
    optOuts: encodedBy(
      v.pipe(
        v.array(v.object({ channel: v.picklist(MESSAGING_CHANNELS), at: instant })),
        v.transform(
          (optOuts): Contact['optOuts'] => new Map(optOuts.map(({ channel, at }) => [channel, at])),
        ),
      ),
      (optOuts) => [...optOuts].map(([channel, at]) => ({ channel, at: at.getTime() })),
    ),
    // Contacts of earlier versions have none.
    consents: v.optional(v.array(contactConsent), []),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The item of a new contact. */
export function toContactItem(contact: Contact, change: Change) {
  return { ...contactKey(contact.workspaceId, contact.id), ...toContactAttributes(contact, change) };
}

/** All attributes except the key. */
export function toContactAttributes(contact: Contact, change: Change) {
  return {
    resource: 'contact',
    ownerPk: contactPartition(contact.workspaceId),
    ownerSk: indexEntryOf(contact),
    ...datesEntryOf(contact),
    ...contactItem.encode(contact),
    lastChange: toLastChange(change),
  };
}

/** The attributes of the index by due time: the earliest day on which a date of the contact is reached. */
function datesEntryOf(contact: Contact) {
  const day = nextDateOf(contact);
  if (day === null) return { duePk: undefined, dueSk: undefined };
  return { duePk: datedContactsPartition(contact.workspaceId), dueSk: toDatedEntry({ day, id: contact.id }) };
}

/** The contact of a stored item. @throws MalformedItemError */
export function fromContactItem(item: Item): Contact {
  return contactItem.decode(item);
}
