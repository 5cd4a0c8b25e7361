import { type CatalogueEvent, catalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { ONLY_ALL } from '#shared/events/catalogue/channel-rules.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { constant, type FieldMembers, required } from '#shared/events/catalogue/field.ts';
import { count, decimal, flag, listOf, text, timestamp, uuid } from '#shared/events/catalogue/fields.ts';
import { objectOf } from '#shared/events/catalogue/object-field.ts';

/** The event with this name. @throws Error if the catalogue has no such event */
export function eventNamed(name: string): CatalogueEvent {
  const event = findEvent(name);
  if (event === undefined) throw new Error(`The catalogue has no event ${name}`);
  return event;
}

/** An event with these fields in its data. */
export function anEventWith(data: FieldMembers): CatalogueEvent {
  return catalogueEvent({
    name: 'publishing.post.published',
    group: 'Tests',
    title: 'An event',
    description: 'An event with the fields of a test.',
    channels: ONLY_ALL,
    data,
    sample: {},
  });
}

/** An event with each type of field, also in lists of objects, which no event of the catalogue has yet. */
export const ORDERED: CatalogueEvent = anEventWith({
  kind: constant('ordered'),
  paid: flag,
  items: listOf(
    objectOf({
      sku: required(text),
      id: uuid,
      price: decimal,
      count,
      sent_at: timestamp,
      labels: listOf(text),
    }),
  ),
  prices: listOf(decimal),
  times: listOf(timestamp),
  buyer: objectOf({ name: text, address: objectOf({ city: text, zip: text }) }),
});
