import { CAMPAIGN_EVENTS } from './campaign-events.ts';
import type { CatalogueEvent } from './catalogue-event.ts';
import { COMMERCE_EVENTS } from './commerce-events.ts';
import { CONTACT_EVENTS } from './contact-events.ts';
import { CONVERSATION_EVENTS } from './conversation-events.ts';
import { PUBLISHING_EVENTS } from './publishing-events.ts';
import { STORE_EVENTS } from './store-events.ts';

// Re-exported for the readers of the catalogue, which need these types too.
export type { CatalogueEvent } from './catalogue-event.ts';
export { type Channel, CHANNELS } from './channels.ts';
export type { EventName } from './event-codes.ts';

/** All 42 events of the specification, in its order. */
export const EVENT_CATALOGUE: readonly CatalogueEvent[] = [
  ...PUBLISHING_EVENTS,
  ...CONTACT_EVENTS,
  ...CONVERSATION_EVENTS,
  ...CAMPAIGN_EVENTS,
  ...COMMERCE_EVENTS,
  ...STORE_EVENTS,
];

const EVENTS_BY_NAME: ReadonlyMap<string, CatalogueEvent> = new Map(
  EVENT_CATALOGUE.map((event) => [event.name, event]),
);

/** The event with exactly this name, or undefined. */
export function findEvent(name: string): CatalogueEvent | undefined {
  return EVENTS_BY_NAME.get(name);
}
