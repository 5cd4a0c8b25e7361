import type { Channel, EventName } from '#shared/events/catalogue/event-catalogue.ts';

/** One line of an endpoint's list: this event, on this channel or on `all`. */
export type Subscription = {
  readonly event: EventName;
  readonly channel: Channel;
};
