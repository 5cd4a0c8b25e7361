import type { Channel, EventName } from '#shared/events/catalogue/event-catalogue.ts';

/** A subscription of an endpoint: an event, on one channel or on `all`. */
export type Subscription = {
  readonly event: EventName;
  readonly channel: Channel;
};
