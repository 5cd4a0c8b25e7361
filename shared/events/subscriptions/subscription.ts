import type { Channel, EventName } from '#shared/events/catalogue/event-catalogue.ts';
import type { EventFilter } from './event-filter.ts';

/** A subscription of an endpoint: an event, on one channel or on `all`. With a filter, only the events whose data matches the filter. */
export type Subscription = {
  readonly event: EventName;
  readonly channel: Channel;
  readonly filter?: EventFilter;
};
