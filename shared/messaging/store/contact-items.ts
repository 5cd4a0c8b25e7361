import * as v from 'valibot';
import { CONTACT_PLATFORMS, type Contact } from '#shared/messaging/domain/contact.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { MESSAGING_CHANNELS } from '#shared/platform/core/channels.ts';
import { encodedBy, instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { contactKey, contactPartition } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { indexEntryOf } from './contact-index.ts';

const customFields = v.array(v.tuple([v.string(), v.union([v.string(), v.number(), v.boolean()])]));

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
    optOuts: encodedBy(
      v.pipe(
        v.array(v.object({ channel: v.picklist(MESSAGING_CHANNELS), at: instant })),
        v.transform(
          (optOuts): Contact['optOuts'] => new Map(optOuts.map(({ channel, at }) => [channel, at])),
        ),
      ),
      (optOuts) => [...optOuts].map(([channel, at]) => ({ channel, at: at.getTime() })),
    ),
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
    ...contactItem.encode(contact),
    lastChange: toLastChange(change),
  };
}

/** The contact of a stored item. @throws MalformedItemError */
export function fromContactItem(item: Item): Contact {
  return contactItem.decode(item);
}
